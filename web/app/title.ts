import { useEffect } from 'react';
import { settings } from './settings.ts';

/** Title of the page: what it is about, then the brand; "Erro:" first while a form shows errors (U4, U8). */
export function useTitle(title: string, hasErrors = false): void {
  useEffect(() => {
    document.title = `${hasErrors ? 'Erro: ' : ''}${title} · ${settings.brandName}`;
  }, [title, hasErrors]);
}
