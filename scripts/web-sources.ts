import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const web = join(import.meta.dirname, '../web');

/** All source of the browser application as one text, without tests and built files. */
export const webSources = (): string =>
  readdirSync(web, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|^dist/.test(path))
    .map((path) => readFileSync(join(web, path), 'utf8'))
    .join('\n');
