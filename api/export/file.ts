import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import {
  type Cell,
  csvHead,
  csvLines,
  EXPORT_LISTS,
  type ExportFormat,
  type ExportList,
  XLSX_MOST_ROWS,
  XLSX_SHEET,
  XLSX_TAIL,
  xlsxHead,
  xlsxParts,
  xlsxRows,
} from '@orbita/domain/export';
import { ZipFile } from 'yazl';

/** Rows written before other work gets its turn. */
const SLICE = 250;

/** More rows than a spreadsheet can hold: the list has grown since the export was requested. */
export class TooBig extends Error {}

type Batches = AsyncIterable<readonly (readonly Cell[])[]>;
type Write = (rows: readonly (readonly Cell[])[]) => string;

/** The written rows in small pieces, so that a long list does not block other work. */
async function* written(batches: Batches, write: Write): AsyncGenerator<Buffer> {
  for await (const rows of batches)
    for (let from = 0; from < rows.length; from += SLICE) {
      yield Buffer.from(write(rows.slice(from, from + SLICE)));
      await setImmediate();
    }
}

async function* csv(heads: readonly string[], batches: Batches): AsyncGenerator<Buffer> {
  yield Buffer.from(csvHead(heads));
  yield* written(batches, csvLines);
}

async function* limited(batches: Batches): AsyncGenerator<readonly (readonly Cell[])[]> {
  let count = 0;
  for await (const rows of batches) {
    count += rows.length;
    if (count > XLSX_MOST_ROWS) throw new TooBig(`more than ${XLSX_MOST_ROWS} rows`);
    yield rows;
  }
}

async function* sheet(heads: readonly string[], batches: Batches): AsyncGenerator<Buffer> {
  yield Buffer.from(xlsxHead(heads));
  let next = 2;
  yield* written(limited(batches), (rows) => {
    const first = next;
    next += rows.length;
    return xlsxRows(rows, first);
  });
  yield Buffer.from(XLSX_TAIL);
}

/** Only the name of a file says when it was created. */
const MADE = new Date('2000-01-01T12:00:00Z');

async function* xlsx(list: ExportList, heads: readonly string[], batches: Batches): AsyncGenerator<Buffer> {
  const zip = new ZipFile();
  const out = zip.outputStream as Readable;
  const rows = Readable.from(sheet(heads, batches), { objectMode: false });
  // The archive stream is not notified of errors of its input.
  rows.once('error', (error) => void out.destroy(error));
  for (const [path, content] of Object.entries(xlsxParts(EXPORT_LISTS[list].label)))
    zip.addBuffer(Buffer.from(content), path, { mtime: MADE });
  zip.addReadStream(rows, XLSX_SHEET, { mtime: MADE });
  zip.end();
  try {
    yield* out;
  } finally {
    rows.destroy();
    out.destroy();
  }
}

/** The bytes of a file, generated while its rows are read. Throws what reading them throws, and `TooBig`. */
export const fileOf = (
  { list, format, heads }: { list: ExportList; format: ExportFormat; heads: readonly string[] },
  batches: Batches,
): AsyncIterable<Buffer> => (format === 'csv' ? csv(heads, batches) : xlsx(list, heads, batches));
