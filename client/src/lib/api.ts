// HTTP: the lobby and the rules. State-changing requests carry the page's own origin, which the server checks.

import type { GameInfo } from './contract';

export interface RuleText {
  id: string;
  title: string;
  chapter: string;
  text: string;
  reading?: string;
}

export class Problem extends Error {
  constructor(readonly code: string, problem: string, readonly remedy: string) {
    super(problem);
  }
}

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await fetch(path, {
    method,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const value: unknown = answer.status === 204 ? null : await answer.json().catch(() => null);
  if (!answer.ok) {
    const p = (value ?? {}) as { code?: string; problem?: string; remedy?: string };
    throw new Problem(p.code ?? String(answer.status), p.problem ?? answer.statusText, p.remedy ?? '');
  }
  return value as T;
}

export const listGames = (list: 'open' | 'own' | 'watchable'): Promise<{ games: GameInfo[] }> =>
  call('GET', `/api/games?list=${list}`);
export const newGame = (wish: unknown): Promise<GameInfo> => call('POST', '/api/games', wish);
export const joinGame = (id: string, wish: unknown): Promise<GameInfo> =>
  call('POST', `/api/games/${encodeURIComponent(id)}/join`, wish);
export const findRules = async (system: string, words: string): Promise<RuleText[]> =>
  (await call<{ rules: RuleText[] }>('GET', `/api/rules?system=${system}&words=${encodeURIComponent(words)}`)).rules;
export const showRule = (id: string): Promise<RuleText | null> =>
  call<RuleText>('GET', `/api/rules/${encodeURIComponent(id)}`).catch(() => null);
export const groundAddress = (game: string, ground: string): string =>
  `/api/games/${encodeURIComponent(game)}/ground/${encodeURIComponent(ground)}.svg`;
