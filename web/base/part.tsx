import { type ComponentType, lazy, useEffect, useState } from 'react';
import { chunk } from './chunk-reload.ts';
import { loadMissingStyles, missesStyles } from './chunk-styles.ts';

/** A part of a page in a file of its own. */
export type Part<P> = ComponentType<P> & {
  /** Loads the file ahead of time; a failure is retried, and shown, when the part is rendered. */
  fetch: () => Promise<void>;
  /** True when the part can be rendered without waiting. */
  isThere: () => boolean;
};

/**
 * A component in a file of its own, to be rendered inside a `Suspense`. Unlike a `lazy` one it is rendered at once when its
 * file was fetched ahead: React shows what a `Suspense` has waited for 300 ms after the fallback at the earliest, even when the
 * file arrived in one. `load` must be a plain `import()`.
 */
export function part<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): Part<P> {
  let found: ComponentType<P> | undefined;
  const Later = lazy(() => chunk(load));
  const there = () => (missesStyles() ? undefined : found);
  function Drawn(props: P) {
    // Chosen once: swapping the component would remount it and lose what was typed.
    const [Shown] = useState(() => there() ?? Later);
    return <Shown {...props} />;
  }
  const fetch = async () => {
    await loadMissingStyles();
    found = (await load()).default;
  };
  return Object.assign(Drawn, { fetch, isThere: () => there() !== undefined });
}

/**
 * False only while the first part that a page renders is still loading, so that a fallback without `Suspense` can be shown
 * instead. A part that failed counts as loaded: rendering it loads it again.
 */
export function useFirstPart({ fetch, isThere }: Pick<Part<never>, 'fetch' | 'isThere'>): boolean {
  const [has, setHas] = useState(isThere);
  useEffect(() => {
    if (has) return;
    let stays = true;
    const come = () => stays && setHas(true);
    void fetch().then(come, come);
    return () => {
      stays = false;
    };
  }, [has, fetch]);
  return has;
}
