import type { Locator } from '@playwright/test';

/** The hidden field behind "Enviar arquivo" or "Enviar novamente" of a document's card: files that are sent as they are. */
export const fileField = (card: Locator): Locator =>
  card.getByLabel(/^Enviar (arquivo|novamente|outro arquivo)/);
