import { resultsIn } from '@orbita/domain/selection';
import { createThreads, TookTooLong } from '../../platform/threads.ts';
import type { Sheet } from './sheet-lines.ts';

/** A sheet of a thousand lines takes a few milliseconds, the largest accepted one less than a second. */
const MOST_MS = 10_000;
const TOO_SLOW = 'o arquivo é grande demais para ler. Deixe nele só a lista dos resultados.';

/** Files are read in a thread, so that none of them delays other requests. */
const threads = createThreads(new URL('./sheet-lines.ts', import.meta.url), {
  maxThreads: 1,
  idleTimeout: 30_000,
  waiting: 10,
  waitMs: 20_000,
  mostMs: MOST_MS,
  resourceLimits: { maxOldGenerationSizeMb: 192, stackSizeMb: 4 },
});

/**
 * Results in an XLSX file for the people of a roll, with problems by line; nothing is written. If the file is not a readable
 * workbook, that is reported as a problem of line 1.
 */
export async function readResultsFile(tenantId: number, file: string, roll: readonly number[]) {
  const refused = (message: string) => ({ rows: [], problems: [{ line: 1, message }] });
  try {
    const sheet = await threads.run<Sheet>(tenantId, new Uint8Array(Buffer.from(file, 'base64')));
    return 'refused' in sheet ? refused(sheet.refused) : resultsIn(sheet.lines, new Set(roll));
  } catch (error) {
    if (error instanceof TookTooLong) return refused(TOO_SLOW);
    throw error;
  }
}
