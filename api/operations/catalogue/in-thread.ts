import { createThreads } from '../../platform/threads.ts';
import type { Fed } from './academic/answer.ts';
import type { CatalogueFiles, FilesRead, Spot } from './parse.ts';
import type { Problem } from './source.ts';
import * as here from './thread.ts';

/**
 * Reading and writing YAML of thousands of offers takes seconds. It runs in a worker thread, so that other
 * requests of the node do not wait for it (decision 0043).
 */

/** Characters of YAML that are read in less than 50 ms, and of the files beside it. */
const SHORT = 10_000;
const SHORT_BESIDE = 1_000_000;
/** Number of entries that are written as quickly. */
const FEW = 500;
const UNUSED_MS = 60_000;

const threads = createThreads(new URL('./thread.ts', import.meta.url), {
  maxThreads: 1,
  idleTimeout: UNUSED_MS,
});

function isShort({ yaml, files = {} }: CatalogueFiles): boolean {
  let [read, beside] = [yaml.length, 0];
  for (const [path, base64] of Object.entries(files)) {
    if (/\.ya?ml$/i.test(path)) read += base64.length;
    else beside += base64.length;
  }
  return read <= SHORT && beside <= SHORT_BESIDE;
}

/** Reads and validates files as `parseCatalogue` does. */
export async function readFiles(files: CatalogueFiles, fed?: Fed): Promise<FilesRead> {
  if (isShort(files)) return here.read({ files, fed });
  const found: FilesRead = await threads.run({ files, fed }, { name: 'read' });
  // A Buffer arrives from the thread as a plain Uint8Array.
  const assets = found.catalogue.assets.map((asset) => ({ ...asset, content: Buffer.from(asset.content) }));
  return { ...found, catalogue: { ...found.catalogue, assets } };
}

/** Line and path of fields, for problems found in the database. */
export async function placesOf(
  files: CatalogueFiles,
  spots: readonly Spot[],
): Promise<Omit<Problem, 'message'>[]> {
  if (spots.length === 0) return [];
  return isShort(files) ? here.places({ files, spots }) : threads.run({ files, spots }, { name: 'places' });
}

/** YAML of a catalogue's sections. */
export async function writeYaml(sections: Record<string, unknown>): Promise<string> {
  const entries = Object.values(sections).reduce<number>(
    (sum, section) => sum + (Array.isArray(section) ? section.length : 0),
    0,
  );
  return entries <= FEW ? here.write(sections) : threads.run(sections, { name: 'write' });
}
