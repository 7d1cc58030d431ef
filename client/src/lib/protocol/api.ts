// HTTP: the session, the lobby, the shelves. State-changing requests carry the page's own origin, which the server checks.

import { sentences } from './words';
import type { ArmyList, GameInfo, Games, Judgement, Person, RulesFound, RuleText, Scenarios, Side, Systems } from './contract';

export type { ArmyBook, ArmyInfo, Judgement, Person, RuleText, ScenarioInfo, SystemInfo } from './contract';

export class Problem extends Error {
  constructor(readonly code: string, problem: string, readonly remedy: string) {
    super(problem);
  }
}

export const told = (e: unknown): string => (e instanceof Problem ? sentences(e.message, e.remedy) : String(e));

async function ask(method: string, path: string, body?: unknown): Promise<Response> {
  const answer = await fetch(path, {
    method,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  });
  if (!answer.ok) {
    const p = ((await answer.json().catch(() => null)) ?? {}) as { code?: string; problem?: string; remedy?: string };
    throw new Problem(p.code ?? String(answer.status), p.problem ?? answer.statusText, p.remedy ?? '');
  }
  return answer;
}

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await ask(method, path, body);
  const text = await answer.text();
  return (text ? JSON.parse(text) : null) as T;
}

const at = encodeURIComponent;

let session: Promise<Person> | null = null;

/** Who sits here: the session there is, or a new guest's. */
export function me(): Promise<Person> {
  session ??= call<Person>('GET', '/api/session').catch(() => call<Person>('POST', '/api/session', {}));
  session.catch(() => (session = null));
  return session;
}

export async function makeAccount(name: string, password: string): Promise<Person> {
  await me();
  session = call<Person>('POST', '/api/account', { name, password });
  session.catch(() => (session = null));
  return session;
}

export function signIn(name: string, password: string): Promise<Person> {
  session = call<Person>('POST', '/api/sign-in', { name, password });
  session.catch(() => (session = null));
  return session;
}

export async function signOut(): Promise<Person> {
  await call('DELETE', '/api/session');
  session = null;
  return me();
}

export const systems = (): Promise<Systems> => call('GET', '/api/systems');
export const scenarios = (system: string): Promise<Scenarios> =>
  call('GET', `/api/systems/${at(system)}/scenarios`);
export const armies = (system: string): Promise<ArmyList> =>
  call('GET', `/api/systems/${at(system)}/armies`);
export const army = (system: string, id: string): Promise<unknown> =>
  call('GET', `/api/systems/${at(system)}/army?id=${at(id)}`);
export const judge = (system: string, wanted: unknown): Promise<Judgement> =>
  call('POST', `/api/systems/${at(system)}/army/check`, wanted);
export const sheet = async (system: string, wanted: unknown): Promise<string> =>
  (await ask('POST', `/api/systems/${at(system)}/army/sheet`, wanted)).text();

export const listGames = async (
  list: 'open' | 'own' | 'watchable',
  after: string | null = null,
): Promise<Games> => {
  await me();
  return call('GET', `/api/games?list=${list}${after ? `&after=${at(after)}` : ''}`);
};
export const newGame = async (wish: unknown): Promise<GameInfo> => {
  await me();
  return call('POST', '/api/games', wish);
};
export const showGame = async (id: string, invitation: string | null): Promise<GameInfo> => {
  await me();
  return call('GET', `/api/games/${at(id)}${invitation ? `?invitation=${at(invitation)}` : ''}`);
};
export const joinGame = (id: string, wish: unknown): Promise<GameInfo> => call('POST', `/api/games/${at(id)}/join`, wish);
export const addNonce = (id: string, nonce: string): Promise<GameInfo> =>
  call('POST', `/api/games/${at(id)}/nonce`, { nonce });
export const leaveGame = (id: string): Promise<GameInfo> => call('POST', `/api/games/${at(id)}/leave`);

export const findRules = async (system: string, words: string): Promise<RuleText[]> =>
  (await call<RulesFound>('GET', `/api/rules?system=${at(system)}&words=${at(words)}`)).rules;
export const showRule = (id: string): Promise<RuleText | null> =>
  call<RuleText>('GET', `/api/rules/${at(id)}`).catch(() => null);

export function groundAddress(
  game: string,
  ground: string,
  past: number | null,
  seat: Side | null,
  invitation: string | null,
): string {
  const query = new URLSearchParams();
  if (past !== null) query.set('at', String(past));
  if (seat) query.set('seat', seat);
  if (invitation) query.set('invitation', invitation);
  const asked = query.size > 0 ? `?${query}` : '';
  return `/api/games/${at(game)}/ground/${at(ground)}.svg${asked}`;
}

/** What this browser adds to the dice. */
export function chance(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('');
}
