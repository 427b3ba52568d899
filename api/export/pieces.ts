import type { Cell, ExportFormat } from '@orbita/domain/export';
import type { Runner } from '../platform/database/types.ts';
import { type Seal, sealedStream } from '../platform/files/vault.ts';
import { fileOf } from './file.ts';
import { nextBatch, type Walk } from './source.ts';

/** Everything needed to create a file; plain data, so that it can be sent to a thread. */
export type Making = {
  walk: Walk;
  format: ExportFormat;
  heads: readonly string[];
  /** Id of the last row in the file. */
  last: number;
  seal: Seal;
};

/** A sealed piece of a file, and the number of rows written so far. */
export type Piece = { bytes: Buffer; rows: number };

async function* batches(
  on: Runner,
  { walk, last }: Making,
  counted: { rows: number },
): AsyncGenerator<Cell[][]> {
  for (let after = 0; ; ) {
    const batch = await nextBatch(on, walk, after, last);
    if (!batch) return;
    yield batch.rows;
    after = batch.at;
    counted.rows += batch.rows.length;
  }
}

/** Reads the rows of a file, writes and seals it, one piece at a time as requested. Throws what reading throws, and `TooBig`. */
export async function* piecesOf(on: Runner, making: Making): AsyncGenerator<Piece> {
  const { walk, format, heads, seal } = making;
  const counted = { rows: 0 };
  const content = fileOf({ list: walk.list, format, heads }, batches(on, making, counted));
  for await (const bytes of sealedStream(seal, content)) yield { bytes, rows: counted.rows };
}
