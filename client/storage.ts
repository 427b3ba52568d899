/** What of a browser's storage the app uses; every part works whatever the browser has. */
export type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> & {
  /** Names of all values. */
  names(): string[];
};

type Kind = 'localStorage' | 'sessionStorage';

function attempt<T>(kind: Kind, act: (storage: Storage) => T): T | undefined {
  try {
    return act(globalThis[kind]);
  } catch {
    return undefined;
  }
}

/**
 * A storage that never throws. Some web views have none (`null`), private windows and managed browsers refuse to read or to
 * write; values then live in this page's memory.
 */
function storeOf(kind: Kind): Store {
  const memory = new Map<string, string>();
  return {
    getItem: (key) => memory.get(key) ?? attempt(kind, (storage) => storage.getItem(key)) ?? null,
    setItem(key, value) {
      memory.set(key, value);
      attempt(kind, (storage) => {
        // What does not fit must not leave the value before it behind, which the next page would take for the last one.
        storage.removeItem(key);
        storage.setItem(key, value);
        if (storage.getItem(key) === value) memory.delete(key);
      });
    },
    removeItem(key) {
      memory.delete(key);
      attempt(kind, (storage) => storage.removeItem(key));
    },
    names: () => [
      ...memory.keys(),
      ...(attempt(kind, (storage) =>
        Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? ''),
      ) ?? []),
    ],
  };
}

/** Of this tab, until it is closed. */
export const tabStore: Store = storeOf('sessionStorage');
/** Of this browser on this device. */
export const deviceStore: Store = storeOf('localStorage');

/** False where a browser keeps no text of so many characters: values then last as long as the page. */
const keeps = (kind: Kind, size = 1): boolean => {
  const probe = 'orbita.probe';
  const text = '1'.repeat(size);
  return (
    attempt(kind, (storage) => {
      storage.setItem(probe, text);
      const kept = storage.getItem(probe);
      storage.removeItem(probe);
      return kept === text;
    }) ?? false
  );
};
export const keepsInTab = (size?: number): boolean => keeps('sessionStorage', size);
export const keepsOnDevice = (): boolean => keeps('localStorage');
