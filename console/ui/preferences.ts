import { deviceStore } from '@orbita/client/storage.ts';
import { store } from '@orbita/client/store.ts';

/** A person's choices about how the console works. */
export type Preferences = { shortcuts: boolean; density: 'comfortable' | 'compact' };

const KEY = 'equipe.preferences';
/** Preferences of people who have chosen nothing. */
export const DEFAULTS: Preferences = { shortcuts: true, density: 'comfortable' };

function kept(): Preferences {
  try {
    const found: unknown = JSON.parse(deviceStore.getItem(KEY) ?? '{}');
    return { ...DEFAULTS, ...(typeof found === 'object' ? found : {}) };
  } catch {
    return DEFAULTS;
  }
}

const now = store(DEFAULTS);

const apply = (next: Preferences) => {
  const root = globalThis.document?.documentElement;
  if (root) {
    root.dataset.density = next.density;
    root.dataset.keys = next.shortcuts ? 'on' : 'off';
  }
  now.set(next);
};

/** Reads the preferences stored on this device; call it once per page. */
export const readPreferences = (): void => apply(kept());

/** Changes preferences; if storage is unavailable they last as long as the page. */
export function choose(given: Partial<Preferences>): void {
  apply({ ...now.get(), ...given });
  deviceStore.setItem(KEY, JSON.stringify(now.get()));
}

/** Whether single-letter keys are active ("Atalhos de uma tecla", WCAG 2.1.4). */
export const singleKeys = (): boolean => now.get().shortcuts;

export const usePreferences = now.use;
