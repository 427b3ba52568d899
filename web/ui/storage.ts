/** What of a browser's storage the app uses; every part works whatever the browser has. */
export type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> & {
  /** Names of all values. */
  names(): string[];
  /** False where the browser keeps nothing: values then last as long as the page. */
  lasts(): boolean;
};

/**
 * A storage that never throws. Some web views have none (`null`), private windows and managed browsers refuse to read or to
 * write; values then live in this page's memory.
 */
function storeOf(name: 'localStorage' | 'sessionStorage'): Store {
  const memory = new Map<string, string>();
  const attempt = <T>(act: (storage: Storage) => T): T | undefined => {
    try {
      const storage = globalThis[name] as Storage | null | undefined;
      return storage ? act(storage) : undefined;
    } catch {
      return undefined;
    }
  };
  return {
    getItem: (key) => memory.get(key) ?? attempt((storage) => storage.getItem(key)) ?? null,
    setItem: (key, value) => {
      const written = attempt((storage) => {
        storage.setItem(key, value);
        return storage.getItem(key) === value;
      });
      if (written) memory.delete(key);
      else memory.set(key, value);
    },
    removeItem: (key) => {
      memory.delete(key);
      attempt((storage) => storage.removeItem(key));
    },
    names: () => {
      const kept = attempt((storage) => Array.from({ length: storage.length }, (_, at) => storage.key(at)));
      return [...new Set([...memory.keys(), ...(kept ?? [])])].filter((key) => key !== null);
    },
    lasts: () => {
      const probe = 'orbita.probe';
      const kept = attempt((storage) => {
        storage.setItem(probe, '1');
        const read = storage.getItem(probe);
        storage.removeItem(probe);
        return read === '1';
      });
      return kept === true;
    },
  };
}

/** Of this tab, until it is closed. */
export const tabStore: Store = storeOf('sessionStorage');
/** Of this browser on this device. */
export const deviceStore: Store = storeOf('localStorage');
