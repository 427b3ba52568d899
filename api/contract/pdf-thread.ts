import type { EvidencePage } from './evidence.ts';
import type { Block } from './html-blocks.ts';
import { blocksPdf, contractPdf, type PdfFacts } from './pdf.ts';
import { type Lost, lostOf } from './proof.ts';

export type Given = { html: string; title: string; evidence: EvidencePage };
/** A copy that says all that was accepted; or why there is none: it lost something, or its setting failed. */
export type Made = { pdf: Uint8Array } | { lost: Lost } | { failure: string };

/** Worker entry of `pdf-in-thread.ts`: sets a contract and reads it again. */
export default async function make({ html, title, evidence }: Given): Promise<Made> {
  try {
    const pdf = await contractPdf(html, title, evidence);
    const lost = await lostOf(pdf, html, evidence);
    return lost ? { lost } : { pdf };
  } catch (error) {
    // What is thrown may quote the text, which is somebody's.
    return { failure: error instanceof Error ? `${error.name} in ${placeOf(error)}` : 'unknown' };
  }
}

/** The line of code that threw it; never its message. */
const placeOf = ({ stack = '' }: Error): string =>
  stack
    .split('\n')
    .find((line) => line.startsWith('    at '))
    ?.split('/')
    .at(-1)
    ?.slice(0, 80) ?? 'unknown';

export type GivenBlocks = { blocks: Block[]; facts: PdfFacts };
/** Worker entry for a document of blocks. */
export const setBlocks = ({ blocks, facts }: GivenBlocks): Promise<Uint8Array> => blocksPdf(blocks, facts);
