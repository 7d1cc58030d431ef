// Armies that this browser keeps, and their shape as far as the builder touches it.

export interface Bases {
  count: number;
  type: string;
  armour?: string | null;
  capabilities: string[];
}

export interface Group {
  name: string;
  quality: string;
  training?: string | null;
  list_says?: string[];
  bases: Bases[];
}

export interface Commander {
  name: string;
  role: string;
  level: string;
}

export interface Army {
  book: string;
  name: string;
  points?: number | null;
  camp?: { fortified?: boolean };
  commander: Commander[];
  battle_group: Group[];
}

export interface KeptArmy {
  name: string;
  system: string;
  army: Army;
}

const KEY = 'caracole-armies';

export function keptArmies(): KeptArmy[] {
  try {
    const all: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(all) ? (all as KeptArmy[]) : [];
  } catch {
    return [];
  }
}

export function keepArmy(army: KeptArmy): void {
  const others = keptArmies().filter((a) => a.name !== army.name || a.system !== army.system);
  localStorage.setItem(KEY, JSON.stringify([army, ...others].slice(0, 50)));
}

/** Whether something read from a file has the shape of an army; the server judges the rest. */
export function looksLikeArmy(value: unknown): value is Army {
  if (typeof value !== 'object' || value === null) return false;
  const army = value as Partial<Army>;
  return (
    typeof army.name === 'string' && typeof army.book === 'string' && Array.isArray(army.battle_group) &&
    army.battle_group.every((g) => typeof g.name === 'string' && Array.isArray(g.bases))
  );
}
