/**
 * Writes docs/openapi.json from the protocol; with `--check` exits with 1 when the file is out of date. Usage: node
 * scripts/openapi.ts [--check]
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openApiText } from '../protocol/openapi/index.ts';

export { buildOpenApi } from '../protocol/openapi/index.ts';

const FILE = fileURLToPath(new URL('../docs/openapi.json', import.meta.url));

/** Whether docs/openapi.json matches the protocol. */
export const isUpToDate = (): boolean => existsSync(FILE) && readFileSync(FILE, 'utf8') === openApiText();

const main = (args: readonly string[]): number => {
  if (!args.includes('--check')) {
    writeFileSync(FILE, openApiText());
    return 0;
  }
  if (isUpToDate()) return 0;
  console.error('docs/openapi.json is out of date: run node scripts/openapi.ts');
  return 1;
};

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = main(process.argv.slice(2));
