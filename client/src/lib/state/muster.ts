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

/** One or several units of the same troops, which are written as a line of words. */
export interface Unit {
  name: string;
  count: number;
  troops: string;
}

export interface Commander {
  name: string;
  role: string;
  level?: string;
  grade?: string;
  type?: string;
}

/** An army of battle groups, or one of units. */
export interface Army {
  book?: string;
  system?: string;
  name: string;
  points?: number | null;
  territories?: string[];
  camp?: { fortified?: boolean; kind?: string; quality?: string };
  commander: Commander[];
  battle_group?: Group[];
  unit?: Unit[];
}

/** An army with nobody in it, in the shape that a system's words ask for. */
export function emptyArmy(system: string, words: Record<string, string[]>): Army {
  if (!words['grade']) return { book: system, name: 'My army', camp: { fortified: false }, commander: [], battle_group: [] };
  const camp = { kind: words['kind']?.[0] ?? '', quality: words['quality']?.[0] ?? '' };
  return { system, name: 'My army', territories: [], camp, commander: [], unit: [] };
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
  if (typeof army.name !== 'string') return false;
  if (Array.isArray(army.unit)) {
    return typeof army.system === 'string' && army.unit.every((u) => typeof u.name === 'string' && typeof u.troops === 'string');
  }
  return (
    typeof army.book === 'string' && Array.isArray(army.battle_group) &&
    army.battle_group.every((g) => typeof g.name === 'string' && Array.isArray(g.bases))
  );
}
