/** Maximum number of applications remembered in a browser. */
const MOST = 50;

type Store = Pick<Storage, 'getItem' | 'setItem'>;

/** Small values stored in this browser per application, under one storage key. */
export function keptPerApplication<T extends string | number>(name: string) {
  const read = (store: Store): Record<string, T> => {
    try {
      return (JSON.parse(store.getItem(name) ?? '{}') ?? {}) as Record<string, T>;
    } catch {
      return {};
    }
  };
  return {
    of: (store: Store, subscriptionId: number): T | undefined => read(store)[subscriptionId],
    keep: (store: Store, subscriptionId: number, value: T): void => {
      const { [subscriptionId]: _, ...others } = read(store);
      const kept = Object.entries(others).slice(1 - MOST);
      store.setItem(name, JSON.stringify({ ...Object.fromEntries(kept), [subscriptionId]: value }));
    },
  };
}
