import { type ComponentType, lazy, useEffect, useState } from 'react';
import { chunk } from './chunk-reload.ts';
import { loadMissingStyles, missesStyles } from './chunk-styles.ts';

/** A part of a page in a file of its own. */
export type Part<P> = ComponentType<P> & {
  /** Loads the file ahead; what fails here is loaded again, and shown, when the part is drawn. */
  fetch: () => Promise<void>;
  /** True when the part would be drawn without waiting. */
  isThere: () => boolean;
};

/**
 * A component in a file of its own, to be drawn inside a `Suspense`. Unlike a `lazy` one it is drawn at once when its file
 * was fetched ahead: React shows what a `Suspense` has waited for at the earliest 300 ms after the fallback, even when
 * the file came in one. `load` must be a plain `import()`.
 */
export function part<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): Part<P> {
  let found: ComponentType<P> | undefined;
  const Later = lazy(() => chunk(load));
  const there = () => (missesStyles() ? undefined : found);
  function Drawn(props: P) {
    // Chosen once: the other component in its place would be drawn anew and forget what was typed.
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
 * False only while the first part that a page draws is on its way, so that a fallback without `Suspense` can stand in for
 * it. A part that failed counts as come: drawing it loads it again.
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
