// How dice that fell are read out: which faces count, and what they come to.

import type { Cast, Pool } from '../protocol/contract';
import { t } from './strings';

export interface Face {
  face: number;
  /** What was thrown first, if it was thrown again. */
  was: number | null;
  hit: boolean;
}

export interface Fallen {
  faces: Face[];
  /** Dice of ten faces are drawn round. */
  ten: boolean;
  /** The sum or the hits in words, where there is something to count. */
  result: string;
}

const hits = (pool: Pool, face: number): boolean =>
  typeof pool.reading === 'object' && 'hits' in pool.reading && face >= pool.reading.hits.at_least;

/** The faces that count, and those thrown again. */
function faces(pool: Pool, thrown: { dice: number[]; again?: number[] }): Face[] {
  const again = [...(thrown.again ?? [])];
  return thrown.dice.map((face) => {
    if ((pool.reroll.faces & (1 << face)) === 0) return { face, was: null, hit: hits(pool, face) };
    const second = again.shift() ?? face;
    const kept = pool.reroll.keep === 'higher' ? Math.max(face, second) : pool.reroll.keep === 'lower' ? Math.min(face, second) : second;
    return { face: kept, was: face, hit: hits(pool, kept) };
  });
}

function result(pool: Pool, all: Face[]): string {
  if (pool.reading === 'sum' && all.length > 1) return t.sumOf(all.reduce((sum, d) => sum + d.face, 0));
  if (typeof pool.reading === 'object' && 'hits' in pool.reading) return t.hitsOf(all.filter((d) => d.hit).length, all.length, pool.reading.hits.at_least);
  return '';
}

/** The pools of a throw as they lie on the table. */
export const fallen = (cast: Cast): Fallen[] =>
  cast.roll.pools.map((pool, p) => {
    const all = faces(pool, cast.throw[p] ?? { dice: [] });
    return { faces: all, ten: pool.die.highest > 6, result: result(pool, all) };
  });
