// How dice that fell are read out: which faces count, what they show, and what they come to. Cards drawn are read the same
// way.

import type { Cast, Face as Shows, Pool, Shown } from '../protocol/contract';
import { t } from './strings';

export interface Face {
  /** What is drawn on it: its number, or a symbol. */
  text: string;
  /** What was thrown first, if it was thrown again. */
  was: string | null;
  hit: boolean;
  /** What the face shows, if that is not its number. */
  shows: Shows | null;
  /** The whole of it in words, where a symbol has to be read out. */
  says: string | null;
}

export interface Fallen {
  faces: Face[];
  /** Dice of ten faces are drawn round. */
  ten: boolean;
  /** Cards are drawn upright. */
  cards: boolean;
  /** The sum or the hits in words, where there is something to count. */
  result: string;
}

const hits = (pool: Pool, face: number): boolean =>
  typeof pool.reading === 'object' && 'hits' in pool.reading && face >= pool.reading.hits.at_least;

/** The faces that count, and those thrown again. */
function settled(pool: Pool, thrown: { dice: number[]; again?: number[] }): { face: number; was: number | null }[] {
  const again = [...(thrown.again ?? [])];
  return thrown.dice.map((face) => {
    if ((pool.reroll.faces & (1 << face)) === 0) return { face, was: null };
    const second = again.shift() ?? face;
    const kept = pool.reroll.keep === 'higher' ? Math.max(face, second) : pool.reroll.keep === 'lower' ? Math.min(face, second) : second;
    return { face: kept, was: face };
  });
}

/** A face as it is drawn and read out. */
function drawn(pool: Pool, { face, was }: { face: number; was: number | null }, shown: Shown[]): Face {
  const find = (wanted: number | null): Shows | null => shown.find((s) => s.face === wanted)?.shows ?? null;
  const [shows, before] = [find(face), find(was)];
  return {
    text: shows?.symbol ?? `${face}`,
    was: was === null ? null : (before?.symbol ?? `${was}`),
    hit: hits(pool, face),
    shows,
    says: shows && (was === null ? shows.name : t.thrownAgain(before?.name ?? `${was}`, shows.name)),
  };
}

function result(pool: Pool, all: number[]): string {
  if (pool.reading === 'sum' && all.length > 1) return t.sumOf(all.reduce((sum, face) => sum + face, 0));
  if (typeof pool.reading === 'object' && 'hits' in pool.reading) return t.hitsOf(all.filter((face) => hits(pool, face)).length, all.length, pool.reading.hits.at_least);
  return '';
}

/** The pools of a throw as they lie on the table. */
export const fallen = (cast: Cast): Fallen[] =>
  cast.roll.pools.map((pool, p) => {
    const all = settled(pool, cast.throw[p] ?? { dice: [] });
    const shown = (cast.faces ?? []).filter((s) => s.pool === p);
    return {
      faces: all.map((die) => drawn(pool, die, shown)),
      ten: pool.die.highest > 6,
      cards: typeof pool.reading === 'object' && 'draw' in pool.reading,
      result: result(pool, all.map((die) => die.face)),
    };
  });
