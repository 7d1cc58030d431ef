// What this browser remembers of how its owner likes things.

export type Theme = 'system' | 'light' | 'dark';
export type Pace = 'instant' | 'quick' | 'slow';

export const PAUSE: Record<Pace, number> = { instant: 0, quick: 350, slow: 1200 };

const KEY = 'caracole-settings';

interface Kept {
  theme: Theme;
  pace: Pace;
  still: boolean;
  confirm: boolean;
  names: boolean;
  /** What is laid over the table for as long as the player likes. */
  layers: string[];
}

const usual: Kept = { theme: 'system', pace: 'quick', still: false, confirm: false, names: true, layers: [] };

function load(): Kept {
  try {
    const kept = { ...usual, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>) };
    return { ...kept, layers: Array.isArray(kept.layers) ? kept.layers.filter((l) => typeof l === 'string') : [] };
  } catch {
    return usual;
  }
}

export const settings: Kept = $state(load());

/** Puts the settings into effect and keeps them. */
export function apply(): void {
  const root = document.documentElement;
  root.dataset['theme'] = settings.theme;
  root.dataset['still'] = String(settings.still);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing still plays.
  }
}
