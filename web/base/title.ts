import { useEffect } from 'react';
import { settings } from './settings.ts';

/** Sets the page title: the page, then the brand; it begins with "Erro:" while a form shows errors (U4, U8). */
export function useTitle(title: string, hasErrors = false): void {
  useEffect(() => {
    document.title = `${hasErrors ? 'Erro: ' : ''}${title} · ${settings.brandName}`;
  }, [title, hasErrors]);
}
