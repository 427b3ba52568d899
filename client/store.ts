import { useSyncExternalStore } from 'react';

export type Store<T> = {
  get: () => T;
  set: (value: T) => void;
  watch: (listener: () => void) => () => void;
  /** Hook: the current value; re-renders the component when it changes. */
  use: () => T;
};

/** A value of the page that lives outside any component. */
export function store<T>(initial: T): Store<T> {
  let now = initial;
  const listeners = new Set<() => void>();
  const get = () => now;
  const watch = (listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  };
  return {
    get,
    set: (value) => {
      if (Object.is(value, now)) return;
      now = value;
      for (const listener of [...listeners]) listener();
    },
    watch,
    use: () => useSyncExternalStore(watch, get, get),
  };
}
