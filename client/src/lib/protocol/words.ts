// Words of others, written as sentences.

/** A capital at the beginning and a stop at the end. */
export function sentence(text: string): string {
  const trimmed = text.trim();
  if (!trimmed) return '';
  const begun = trimmed[0]?.toUpperCase() + trimmed.slice(1);
  return /[.!?…]$/.test(begun) ? begun : `${begun}.`;
}

export const sentences = (...texts: string[]): string => texts.map(sentence).filter(Boolean).join(' ');
