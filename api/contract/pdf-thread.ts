import type { EvidencePage } from './evidence.ts';
import type { Block } from './html-blocks.ts';
import { blocksPdf, contractPdf, type PdfFacts } from './pdf.ts';
import { type Lost, lostOf } from './proof.ts';

export type Given = { html: string; title: string; evidence: EvidencePage };
/** A copy that contains everything that was accepted, or why there is none: text was lost, or building it failed. */
export type Made = { pdf: Uint8Array } | { lost: Lost } | { failure: string };

/** Worker entry point of `pdf-in-thread.ts`: builds the PDF of a contract and reads it back. */
export default async function make({ html, title, evidence }: Given): Promise<Made> {
  try {
    const pdf = await contractPdf(html, title, evidence);
    const lost = await lostOf(pdf, html, evidence);
    return lost ? { lost } : { pdf };
  } catch (error) {
    // The error message may quote the contract text, which is personal.
    return { failure: error instanceof Error ? `${error.name} in ${placeOf(error)}` : 'unknown' };
  }
}

/** The code line that threw the error; never its message. */
const placeOf = ({ stack = '' }: Error): string =>
  stack
    .split('\n')
    .find((line) => line.startsWith('    at '))
    ?.split('/')
    .at(-1)
    ?.slice(0, 80) ?? 'unknown';

export type GivenBlocks = { blocks: Block[]; facts: PdfFacts };
/** Worker entry point for a document made of blocks. */
export const setBlocks = ({ blocks, facts }: GivenBlocks): Promise<Uint8Array> => blocksPdf(blocks, facts);
