import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const WEB = join(import.meta.dirname, '..');
const textOf = (file: string) => readFileSync(join(WEB, file), 'utf8');

it('no field for a longer text cuts off the end of what is pasted; its form refuses it', () => {
  const pages = globSync('**/*.tsx', { cwd: WEB }).filter((file) => textOf(file).includes('<TextArea'));
  expect(pages.length).toBeGreaterThan(2);
  for (const file of pages) {
    const [, ...fields] = textOf(file).split('<TextArea');
    for (const field of fields) expect(field.split('/>')[0], file).not.toContain('maxLength');
  }
});
