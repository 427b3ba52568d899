import { createThreads, TookTooLong } from '../platform/threads.ts';
import type { Fed, Said } from './academic/answer.ts';
import { emptyCatalogue } from './model.ts';
import { type CatalogueFiles, type FilesRead, noTenant, type Spot } from './parse.ts';
import type { Problem } from './problems.ts';
import * as here from './thread.ts';

/**
 * Reading and writing the YAML of thousands of offers takes seconds. It runs in worker threads, so that other requests on the
 * node don't have to wait.
 */

/** Total characters of files that can be read in less than 50 ms, whatever they contain. */
const SHORT = 4_000;
/** Number of entries that are written equally fast. */
const FEW = 500;
/** The largest catalogue a call may carry takes a quarter of this on a busy machine. */
const MOST_SECONDS = 30;
const WAIT_MS = 60_000;
const UNUSED_MS = 60_000;

/** The tenant id used for queueing when a catalogue creates a new tenant. */
export const NO_TENANT = 0;

const threads = createThreads(new URL('./thread.ts', import.meta.url), {
  maxThreads: 2,
  idleTimeout: UNUSED_MS,
  waiting: 4,
  waitMs: WAIT_MS,
  mostMs: MOST_SECONDS * 1000,
  resourceLimits: { maxOldGenerationSizeMb: 512, stackSizeMb: 4 },
});

const isShort = ({ yaml, files = {} }: CatalogueFiles): boolean =>
  Object.values(files).reduce((sum, base64) => sum + base64.length, yaml.length) <= SHORT;

/** The result reported when reading ran out of time. */
const stopped = (): FilesRead => ({
  catalogue: emptyCatalogue(noTenant()),
  anchor: undefined,
  problems: [
    {
      line: 1,
      path: '',
      message: `a leitura passou de ${MOST_SECONDS} segundos e parou: diminua os arquivos e o que neles se repete`,
    },
  ],
  warnings: [],
});

/** Reads and validates files like `parseCatalogue`; if reading takes too long, that is the only problem reported. */
export async function readFiles(tenantId: number, files: CatalogueFiles, fed?: Fed): Promise<FilesRead> {
  if (isShort(files)) return here.read({ files, fed });
  try {
    const found = await threads.run<FilesRead>(tenantId, { files, fed }, { name: 'read' });
    // A Buffer arrives from the thread as a plain Uint8Array.
    const assets = found.catalogue.assets.map((asset) => ({ ...asset, content: Buffer.from(asset.content) }));
    return { ...found, catalogue: { ...found.catalogue, assets } };
  } catch (error) {
    if (error instanceof TookTooLong) return stopped();
    throw error;
  }
}

/** Parses an academic catalogue's response; if that takes too long, it is reported as a failure. */
export async function readAcademic(tenantId: number, text: string): Promise<Said> {
  if (text.length <= SHORT) return here.answer({ text });
  try {
    return await threads.run(tenantId, { text }, { name: 'answer' });
  } catch (error) {
    if (error instanceof TookTooLong) return { failure: `took more than ${MOST_SECONDS} seconds to read` };
    throw error;
  }
}

/** Line and path of fields, for problems found in the database. */
export async function placesOf(
  tenantId: number,
  files: CatalogueFiles,
  spots: readonly Spot[],
): Promise<Omit<Problem, 'message'>[]> {
  if (spots.length === 0) return [];
  return isShort(files)
    ? here.places({ files, spots })
    : threads.run(tenantId, { files, spots }, { name: 'places' });
}

/** The YAML of a catalogue's sections. */
export async function writeYaml(tenantId: number, sections: Record<string, unknown>): Promise<string> {
  const entries = Object.values(sections).reduce<number>(
    (sum, section) => sum + (Array.isArray(section) ? section.length : 0),
    0,
  );
  return entries <= FEW ? here.write(sections) : threads.run(tenantId, sections, { name: 'write' });
}
