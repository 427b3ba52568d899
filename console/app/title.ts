import { useEffect, useSyncExternalStore } from 'react';

let given: string | undefined;
const listeners = new Set<() => void>();
const set = (title: string | undefined) => {
  given = title;
  for (const listener of listeners) listener();
};
const watch = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** `{tela} · {instituição} · Órbita Equipe` (spec 25.3.2). */
export const pageTitle = (screen: string, place: string | undefined): string =>
  [screen, place, 'Órbita Equipe'].filter(Boolean).join(' · ');

/**
 * Names what a screen shows where the table of screens says too little: "Inscrição 5001". Never a name, a contact, a document or
 * what was searched for: titles stay in the browser's history.
 */
export function useScreenTitle(title: string): void {
  useEffect(() => {
    set(title);
    return () => set(undefined);
  }, [title]);
}

/** The title of the page: what the screen said, else what the table says. */
export const useShownTitle = (otherwise: string): string =>
  useSyncExternalStore(watch, () => given) ?? otherwise;

/** Sets the title of a page outside the frame. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}
