// Where things are on the table. Drawing only: no rule is decided here.

import type { At, Item, Overlay } from '../protocol/contract';

export const clamp = (n: number, low: number, high: number): number => Math.min(Math.max(n, low), high);
export const points = (outline: readonly At[]): string => outline.map((p) => p.join(',')).join(' ');
export const apart = (a: At, b: At): number => Math.hypot(a[0] - b[0], a[1] - b[1]);

export function centre(outline: readonly At[]): At {
  const n = outline.length || 1;
  return [outline.reduce((sum, p) => sum + p[0], 0) / n, outline.reduce((sum, p) => sum + p[1], 0) / n];
}

export const middle = (item: Item): At => centre(item.parts.flatMap((p) => p.outline));
export const above = (item: Item): number => Math.min(...item.parts.flatMap((p) => p.outline.map((q) => q[1])));
export const below = (item: Item): number => Math.max(...item.parts.flatMap((p) => p.outline.map((q) => q[1])));

/** How wide a part's front edge is. */
export const width = (outline: readonly At[]): number =>
  outline[0] && outline[1] ? apart(outline[0], outline[1]) : 0;

/** Where a symbol sits on a part: the middle, turned so that its head points to the front edge. */
export function seat(outline: readonly At[]): string {
  const [a, b, c] = outline;
  if (!a || !b || !c) return '';
  const [x, y] = centre(outline);
  const angle = (Math.atan2(b[1] - a[1], b[0] - a[0]) * 180) / Math.PI;
  const size = (Math.min(apart(a, b), apart(b, c)) * (outline.length > 4 ? 1.1 : 0.8)) / 40;
  return `translate(${x} ${y}) rotate(${angle}) scale(${size}) translate(-20 -20)`;
}

const between = (a: At, b: At): At => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];

/** The front edges of an item that no other of its parts stands before. */
export function fronts(item: Item): [At, At][] {
  const rears = item.parts.flatMap(({ outline: [, , c, d] }) => (c && d ? [between(c, d)] : []));
  return item.parts.flatMap(({ outline: [a, b] }) => {
    if (!a || !b) return [];
    const front = between(a, b);
    const hidden = rears.some((rear) => apart(rear, front) < apart(a, b) * 0.2);
    return hidden ? [] : [[a, b] as [At, At]];
  });
}

/** Where a choice would leave something: the middle of its ghosts, or the end of its path. */
export function goal(overlays: readonly Overlay[]): At | null {
  const ghosts = overlays.filter((o) => o.kind === 'ghost');
  if (ghosts.length > 0) return centre(ghosts.flatMap((g) => g.outline));
  return overlays.find((o) => o.kind === 'path')?.outline.at(-1) ?? null;
}

/** Where the words of an overlay stand: beside the middle of a line, at the end of a way, above an area. */
function labelAt({ kind, outline }: Overlay): At | null {
  const [first, second] = outline;
  if (!first) return null;
  if (kind === 'path') return outline.at(-1) ?? first;
  if (second && outline.length === 2) return between(first, second);
  const top = Math.min(...outline.map((p) => p[1]));
  return [centre(outline)[0], top];
}

/** Words with a place for their middle. */
export interface Label {
  text: string;
  at: At;
}

/** The words that find room: where two would lie over each other only the first is shown. */
export function roomFor<T extends Label>(wanted: readonly T[], scale: number): T[] {
  const [letter, line] = [6.4 * scale, 13 * scale];
  const found: T[] = [];
  const half = (label: Label): number => (label.text.length * letter) / 2;
  for (const label of wanted) {
    const clear = (f: T): boolean =>
      Math.abs(f.at[1] - label.at[1]) > line || Math.abs(f.at[0] - label.at[0]) > half(f) + half(label);
    if (found.every(clear)) found.push(label);
  }
  return found;
}

export function labels(overlays: readonly Overlay[], scale: number): Label[] {
  const wanted = overlays.flatMap((overlay) => {
    const at = overlay.label ? labelAt(overlay) : null;
    return at && overlay.label ? [{ text: overlay.label, at }] : [];
  });
  return roomFor(wanted, scale);
}
