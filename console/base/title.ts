import { store } from '@orbita/client/store.ts';
import { useEffect } from 'react';

const given = store<string | undefined>(undefined);

/** `{tela} · {instituição} · Órbita Equipe` (spec 25.3.2). */
export const pageTitle = (screen: string, place: string | undefined): string =>
  [screen, place, 'Órbita Equipe'].filter(Boolean).join(' · ');

/**
 * Titles what a screen shows if the table of screens is not specific enough: "Inscrição 5001". Never a name, a contact, a
 * document or a search term: titles stay in the browser's history.
 */
export function useScreenTitle(title: string): void {
  useEffect(() => {
    given.set(title);
    return () => given.set(undefined);
  }, [title]);
}

/** The title of the page: the screen's own, else the one from the table. */
export const useShownTitle = (otherwise: string): string => given.use() ?? otherwise;

/** Sets the title of a page outside the frame. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}
