import { writeFileSync } from 'node:fs';
import { type Locator, test } from '@playwright/test';

/** The hidden field behind "Enviar arquivo" or "Enviar novamente" of a document's card: files that are sent as they are. */
export const fileField = (card: Locator): Locator =>
  card.getByLabel(/^Enviar (arquivo|novamente|outro arquivo)/);

/** Chooses files by their place on the disk: contents of many megabytes take seconds on their way to the browser. */
export const chooseFromDisk = (field: Locator, ...files: [name: string, content: Buffer][]): Promise<void> =>
  field.setInputFiles(
    files.map(([name, content]) => {
      const path = test.info().outputPath(name);
      writeFileSync(path, content);
      return path;
    }),
  );

/** Unfolds the line of a document. */
export async function openDocument(card: Locator): Promise<void> {
  const line = card.getByRole('heading').getByRole('button');
  if ((await line.getAttribute('aria-expanded')) === 'false') await line.press('Enter');
}
