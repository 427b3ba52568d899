/** The part of a browser's storage that the app uses; it works in every browser, even without storage. */
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
 * A storage that never throws. Some web views have none (`null`), and private windows and managed browsers refuse reads or
 * writes; values then live in this page's memory.
 */
function storeOf(kind: Kind): Store {
  const memory = new Map<string, string>();
  return {
    getItem: (key) => memory.get(key) ?? attempt(kind, (storage) => storage.getItem(key)) ?? null,
    setItem(key, value) {
      memory.set(key, value);
      attempt(kind, (storage) => {
        // A value that does not fit must not leave the previous one behind, which the next page would take for the latest.
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

/** Lasts until this tab is closed. */
export const tabStore: Store = storeOf('sessionStorage');
/** Shared by all tabs of this browser on this device. */
export const deviceStore: Store = storeOf('localStorage');

/** False if the browser cannot store a text of `size` characters: values then last as long as the page. */
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
