import { store } from '@orbita/client/store.ts';
import { useEffect } from 'react';

const given = store<string | undefined>(undefined);

/** `{tela} · {instituição} · Órbita Equipe` (spec 25.3.2). */
export const pageTitle = (screen: string, place: string | undefined): string =>
  [screen, place, 'Órbita Equipe'].filter(Boolean).join(' · ');

/**
 * Names what a screen shows where the table of screens says too little: "Inscrição 5001". Never a name, a contact, a document or
 * what was searched for: titles stay in the browser's history.
 */
export function useScreenTitle(title: string): void {
  useEffect(() => {
    given.set(title);
    return () => given.set(undefined);
  }, [title]);
}

/** The title of the page: what the screen said, else what the table says. */
export const useShownTitle = (otherwise: string): string => given.use() ?? otherwise;

/** Sets the title of a page outside the frame. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}
