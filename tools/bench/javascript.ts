import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Figure } from './table.ts';

type Chunk = {
  file: string;
  imports?: string[];
  dynamicImports?: string[];
  isEntry?: boolean;
  css?: string[];
};
type Manifest = Record<string, Chunk>;
const dist = join(import.meta.dirname, '../../web/dist');

const sizes = new Map<string, number>();
/** Size of a file in KiB as transferred with gzip. */
const kib = (file: string): number => {
  let size = sizes.get(file);
  if (size === undefined) {
    size = gzipSync(readFileSync(join(dist, file)), { level: 9 }).length / 1024;
    sizes.set(file, size);
  }
  return size;
};

const closure = (manifest: Manifest, key: string, found = new Set<string>()): Set<string> => {
  const chunk = manifest[key];
  if (!chunk || found.has(chunk.file)) return found;
  found.add(chunk.file);
  for (const next of chunk.imports ?? []) closure(manifest, next, found);
  return found;
};

const sum = (files: Iterable<string>) => [...files].reduce((total, file) => total + kib(file), 0);

/**
 * JavaScript of the sign-in page, and what each later route adds to it and to the app shell, according to the build's manifest.
 */
export function javascriptPerRoute(): Figure[] {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest;
  const of = (part: string) => Object.keys(manifest).find((key) => key.endsWith(part));
  const page = of('index.html');
  if (!page) throw new Error('The build names no entry');
  const entry = closure(manifest, page);
  const app = closure(manifest, of('app/app.tsx') ?? '', new Set(entry));
  const figures: Figure[] = [
    {
      what: 'JavaScript before sign-in is usable',
      measured: `${sum(entry).toFixed(1)} KiB`,
      target: '≤ 80 KiB',
      reached: sum(entry) <= 80,
    },
    {
      what: 'Frame of the app, over the entry',
      measured: `${(sum(app) - sum(entry)).toFixed(1)} KiB`,
      target: '',
      reached: null,
    },
  ];
  const pages = Object.keys(manifest)
    .filter((key) => /(-page|-step|-record)\.tsx$/.test(key))
    .sort();
  const shell = closure(manifest, of('subscription/pages/shell-page.tsx') ?? '', new Set(app));
  const record = closure(manifest, of('subscription/pages/record-page.tsx') ?? '', new Set(shell));
  /** What a person has already loaded: a page that is reached only from one other page comes on top of that page. */
  const baseOf = (key: string): Set<string> => {
    if (key.endsWith('-record.tsx')) return record;
    // The review is the last part of the personal data step.
    if (key.endsWith('-step.tsx') || key.endsWith('contract/review-page.tsx')) return shell;
    const before = pages.filter((other) => manifest[other]?.dynamicImports?.includes(key));
    const [only] = before;
    return only && before.length === 1 ? closure(manifest, only, new Set(baseOf(only))) : app;
  };
  for (const key of pages) {
    const base = baseOf(key);
    const added = sum(closure(manifest, key, new Set(base))) - sum(base);
    figures.push({
      what: `  ${key}`,
      measured: `+${added.toFixed(1)} KiB`,
      target: '≤ 40 KiB',
      reached: added <= 40,
    });
  }
  return figures;
}
