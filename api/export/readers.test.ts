import { read as readBook, utils } from '@e965/xlsx';
import { type Cell, defused, EXPORT_LIST_NAMES, EXPORT_LISTS } from '@orbita/domain/export';
import fc from 'fast-check';
import { readSheet } from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import { fileOf } from './file.ts';
import { moment } from './moment.ts';

const MINUTE = 60_000;

async function bytesOf(heads: readonly string[], batches: Cell[][][]): Promise<Buffer> {
  const parts: Buffer[] = [];
  const file = { list: 'subscriptions', format: 'xlsx', heads } as const;
  for await (const part of fileOf(
    file,
    (async function* () {
      yield* batches;
    })(),
  ))
    parts.push(part);
  return Buffer.concat(parts);
}

type Read = string | number | Date | null;
/** Third-party programs, each returning the rows of a sheet; a time is a Date whose UTC fields show the local time. */
const READERS: Record<string, (bytes: Buffer) => Promise<Read[][]>> = {
  SheetJS: async (bytes) => {
    const book = readBook(bytes, { type: 'buffer', cellDates: true, UTC: true } as never);
    return utils.sheet_to_json<Read[]>(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, {
      ...{ header: 1, defval: null, UTC: true },
    } as never);
  },
  'read-excel-file': async (bytes) => (await readSheet(bytes, { trim: false } as never)) as Read[][],
};

/** What a reader should find; texts are compared as displayed. */
const expected = (cell: Cell): Read =>
  cell === null || typeof cell === 'number'
    ? cell
    : typeof cell === 'object'
      ? new Date(cell.wall)
      : defused(cell);
const seen = (cell: Read | undefined): Read =>
  // As a double, a time is off by some nanoseconds.
  cell instanceof Date ? new Date(Math.round(cell.getTime() / 1000) * 1000) : (cell ?? null);

const HEADS = ['Inscrição', 'Nome', 'Criada em', 'Campanha'];

describe.each(Object.entries(READERS))('%s', (_, read) => {
  it('reads headings, text, numbers and times of a file of several batches, each in its column', async () => {
    const at = (iso: string) => moment(new Date(iso), 'America/Sao_Paulo');
    const rows: Cell[][] = [
      [5001, 'Candidata Um', at('2026-01-12T13:00:00Z'), null],
      [5002, '=1+1', at('2026-01-12T02:59:00Z'), 'a <b> & "c"'],
      [5003, null, null, '😀'],
      [5004, 'Último', at('2024-02-29T15:30:00Z'), 'x'],
    ];
    const found = await read(await bytesOf(HEADS, [rows.slice(0, 1), rows.slice(1)]));
    expect(found.map((row) => row.map(seen))).toEqual([HEADS, ...rows.map((row) => row.map(expected))]);
    expect(found[2]?.[2]).toBeInstanceOf(Date);
    // The evening before in the institution's time zone.
    expect((seen(found[2]?.[2]) as Date).toISOString()).toBe('2026-01-11T23:59:00.000Z');
  });

  it('reads any rows', async () => {
    const text = fc.stringMatching(/^[a-zA-ZÀ-ú0-9<>&"'=@;.-]{1,12}$/);
    const minute = fc.integer({ min: Date.UTC(1900, 2, 1) / MINUTE, max: Date.UTC(2200, 0, 1) / MINUTE });
    const cell: fc.Arbitrary<Cell> = fc.oneof(
      ...[text, fc.integer(), fc.constant(null), minute.map((at): Cell => ({ wall: at * MINUTE }))],
    );
    // The first cell is filled, because readers omit empty rows and columns.
    const row = fc.tuple(fc.integer(), cell, cell, cell);
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 8 }), async (rows) => {
        const found = await read(await bytesOf(HEADS, [rows]));
        expect(found.map((cells) => HEADS.map((_head, at) => seen(cells[at])))).toEqual([
          HEADS,
          ...rows.map((cells) => cells.map(expected)),
        ]);
      }),
      { numRuns: 30 },
    );
  });

  it.each(EXPORT_LIST_NAMES)('reads the headings of %s', async (list) => {
    const heads = EXPORT_LISTS[list].columns.map(({ label }) => label);
    expect((await read(await bytesOf(heads, [])))[0]).toEqual(heads);
  });
});
