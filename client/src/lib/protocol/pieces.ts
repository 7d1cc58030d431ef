// Small things that are done with what the server says.

import type { Piece, Side } from './contract';

export const samePiece = (a: Piece, b: Piece): boolean => a.kind === b.kind && a.number === b.number;
export const hasPiece = (list: readonly Piece[], piece: Piece): boolean => list.some((p) => samePiece(p, piece));
export const keyOf = (piece: Piece): string => `${piece.kind}-${piece.number}`;
export const otherSide = (side: Side): Side => (side === 'red' ? 'blue' : 'red');
