// Words of others, written as sentences.

import type { FactValue } from './contract';

/** A capital at the beginning and a stop at the end. */
export function sentence(text: string): string {
  const trimmed = text.trim();
  if (!trimmed) return '';
  const begun = trimmed[0]?.toUpperCase() + trimmed.slice(1);
  return /[.!?…]$/.test(begun) ? begun : `${begun}.`;
}

export const sentences = (...texts: string[]): string => texts.map(sentence).filter(Boolean).join(' ');

/** The value of a fact. A battle has put what it knows into words already; the rest is shown with its unit. */
export function factText(value: FactValue): string {
  if (typeof value !== 'object') return String(value);
  if ('um' in value) return `${(value.um / 1000).toFixed(1)} mm`;
  if ('millidegrees' in value) return `${Math.round(value.millidegrees / 1000)}°`;
  return `${value.kind} ${value.number}`;
}
