import { store } from '@orbita/client/store.ts';
import { useEffect, useRef } from 'react';

/** A command that the current page offers in the palette, too (spec 25.3.3). */
export type PageCommand = { id: string; label: string; run: () => void };

const shown = store<readonly PageCommand[]>([]);
const NONE: readonly PageCommand[] = [];

/** Offers commands in the palette while the calling component is mounted. */
export function usePageCommands(commands: readonly PageCommand[]): void {
  const latest = useRef(commands);
  latest.current = commands;
  const names = commands.map(({ id, label }) => `${id} ${label}`).join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: registered again when what is offered differs
  useEffect(() => {
    const offered = latest.current.map(({ id, label }) => ({
      id,
      label,
      run: () => latest.current.find((one) => one.id === id)?.run(),
    }));
    shown.set(offered);
    return () => {
      if (shown.get() === offered) shown.set(NONE);
    };
  }, [names]);
}

/** Commands the page offers now. */
export const useOffered = (): readonly PageCommand[] => shown.use();
