import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Product } from './product.ts';

const root = join(import.meta.dirname, '../..');
/** Lists show the number that later commands need. */
const LISTS: Record<string, string> = { essay: 'ESSAY', document: 'DOCUMENT', subscription: 'SUBSCRIPTION' };

const wordsOf = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');

export type Said = { line: string; out: string };

/**
 * Follows docs/tutorial.md in its order: its commands in a separate folder, its edits, and its pages with the functions of
 * `browser`. Returns the output of every command; a command that fails or is unknown throws.
 */
export async function followTutorial(
  product: Product,
  browser: Readonly<Record<string, () => Promise<void>>>,
): Promise<Said[]> {
  const text = readFileSync(join(root, 'docs/tutorial.md'), 'utf8');
  const folder = mkdtempSync(join(tmpdir(), 'orbita-tutorial-'));
  const known: Record<string, string> = {};
  const env: NodeJS.ProcessEnv = { ...process.env, NODE_OPTIONS: '' };
  const said: Said[] = [];

  const orbita = async (line: string) => {
    const given = wordsOf(line).map((word) => known[word] ?? word);
    const command = join(root, 'node_modules/.bin/orbita');
    const { stdout } = await promisify(execFile)(command, given, { cwd: folder, env });
    said.push({ line, out: stdout });
    const [group = '', verb] = given;
    if (verb === 'list') known[LISTS[group] ?? ''] = /^\S+/.exec(stdout.split('\n')[1] ?? '')?.[0] ?? '';
  };
  const shell = async (line: string) => {
    const [, name, value] = /^export (\w+)=(\S+)$/.exec(line) ?? [];
    if (line.startsWith('npx orbita ')) await orbita(line.slice('npx orbita '.length));
    else if (name === 'ORBITA_URL') env[name] = product.address;
    else if (name === 'ORBITA_OPERATIONS_TOKEN') env[name] = product.token;
    else if (name) env[name] = value;
    else if (line === 'cp -r catalogue/exemplo nova')
      cpSync(join(root, 'catalogue/exemplo'), join(folder, 'nova'), { recursive: true });
    else if (line !== 'npm start') throw new Error(`The tutorial asks for ${line}, which nobody tries`);
  };
  const edit = (file: string, from: string, to: string) => {
    const path = join(folder, file);
    const before = readFileSync(path, 'utf8');
    if (!before.includes(from)) throw new Error(`${file} does not say ${from}`);
    writeFileSync(path, before.replace(from, to));
  };

  const steps = /```sh\n([\s\S]*?)```|<!-- browser: (\w+) -->|<!-- edit: (\S+) (.+) => (.+) -->/g;
  try {
    for (const [, block, page, file = '', from = '', to = ''] of text.matchAll(steps)) {
      if (block) for (const line of block.trim().split('\n')) await shell(line);
      else if (!page) edit(file, from, to);
      else if (browser[page]) await browser[page]();
      else throw new Error(`Nobody knows the page ${page} of the tutorial`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return said;
}
