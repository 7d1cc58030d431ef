// Armies that this browser keeps.

export interface KeptArmy {
  name: string;
  system: string;
  army: unknown;
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
