import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

const root = join(import.meta.dirname, '..');
const SPECIFIER = /\b(?:from|import)\s*\(?\s*'(\.[^']+|@orbita\/[^']+)'/g;

/** Source files of the product, without tests and what only they use. */
export const productFiles = (): string[] =>
  globSync('{domain,protocol,client,ui,api,web,console,sandbox,cli}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: (name) => name === 'node_modules' || name === 'dist',
  }).filter((file) => !/\.test\.tsx?$|\/testing[./]/.test(file) && !file.startsWith('api/journeys/'));

/** The file that an import names; undefined for styles and pictures. */
function fileNamed(specifier: string, from: string): string | undefined {
  const path = specifier.startsWith('.')
    ? posix.join(posix.dirname(from), specifier)
    : specifier.slice('@orbita/'.length);
  return ['', '.ts', '.tsx', '/index.ts']
    .map((end) => path + end)
    .find((file) => /\.tsx?$/.test(file) && existsSync(join(root, file)));
}

/** Product files that a file imports: values, types and lazy imports. */
export const importsOf = (file: string): string[] =>
  [...readFileSync(join(root, file), 'utf8').matchAll(SPECIFIER)].flatMap(
    ([, specifier = '']) => fileNamed(specifier, file) ?? [],
  );
