import { writeFileSync } from 'node:fs';
import { type Locator, test } from '@playwright/test';

/** The hidden field behind "Enviar arquivo" or "Enviar novamente" of a document's card, for files that are sent unchanged. */
export const fileField = (card: Locator): Locator =>
  card.getByLabel(/^Enviar (arquivo|novamente|outro arquivo)/);

/** Chooses files by their path on the disk: passing many megabytes to the browser takes seconds. */
export const chooseFromDisk = (field: Locator, ...files: [name: string, content: Buffer][]): Promise<void> =>
  field.setInputFiles(
    files.map(([name, content]) => {
      const path = test.info().outputPath(name);
      writeFileSync(path, content);
      return path;
    }),
  );

/** Expands the row of a document. */
export async function openDocument(card: Locator): Promise<void> {
  const line = card.getByRole('heading').getByRole('button');
  if ((await line.getAttribute('aria-expanded')) === 'false') await line.press('Enter');
}
