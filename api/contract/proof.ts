import { Parser } from 'htmlparser2';
import { printable } from '../platform/pdf-fonts.ts';
import { type EvidencePage, evidenceBlocks } from './evidence.ts';
import { type Block, blocksOf } from './html-blocks.ts';
import { type Read, readStructure } from './pdf-words.ts';

/** The point where a PDF differs from what was accepted: the preceding words, the expected word, and what was found. */
export type Lost = { after: string; wanted: string; found: string };

const wordsIn = (text: string): string[] =>
  printable(text)
    .split(/[\s\u00a0]+/)
    .filter((word) => word !== '');

/** Words of blocks, including numbers and list marks. */
const wordsOf = (blocks: readonly Block[]): string[] =>
  blocks.flatMap((block): string[] => {
    if (block.kind === 'list')
      return block.items.flatMap(({ mark, blocks: inner }) => [...wordsIn(mark), ...wordsOf(inner)]);
    if (block.kind === 'indent') return wordsOf(block.blocks);
    if (block.kind === 'table')
      return [...wordsOf(block.caption), ...block.groups.flat(2).flatMap((cell) => wordsOf(cell.blocks))];
    return wordsIn(block.runs.map(({ text }) => text).join(''));
  });

/** All letters of a text between its tags, found by a parser that knows nothing about blocks. */
function lettersOf(html: string): string {
  const pieces: string[] = [];
  const parser = new Parser({ ontext: (text) => pieces.push(text) });
  parser.end(html);
  return wordsIn(pieces.join('')).join('');
}

/** Number of preceding words to report. */
const AROUND = 8;

/** Compares the expected words with those that were read; a word too long for its line may come in parts. */
function firstLost(wanted: readonly string[], found: readonly string[]): Lost | undefined {
  let at = 0;
  for (const [index, word] of wanted.entries()) {
    const from = at;
    let read = found[at++] ?? '';
    while (read.length < word.length && word.startsWith(read) && at < found.length) read += found[at++];
    if (read !== word)
      return {
        after: wanted.slice(Math.max(0, index - AROUND), index).join(' '),
        wanted: word,
        found: found.slice(from, from + 3).join(' '),
      };
  }
  return at < found.length
    ? { after: wanted.slice(-AROUND).join(' '), wanted: '', found: found.slice(at, at + 3).join(' ') }
    : undefined;
}

const textOf = (read: readonly Read[]): string => read.map(({ text }) => text).join(' ');

/**
 * Reads a finished copy back and compares it with what was accepted: every letter between the tags, and every word in order and
 * separated from its neighbours. Undefined when nothing was lost.
 */
export async function lostOf(
  pdf: Uint8Array,
  html: string,
  evidence: EvidencePage,
): Promise<Lost | undefined> {
  const read = await readStructure(pdf);
  const of = evidenceBlocks(evidence);
  const lost = firstLost([...wordsOf(blocksOf(html)), ...wordsOf(of)], wordsIn(textOf(read)));
  if (lost) return lost;
  const letters = wordsIn(textOf(read.filter(({ tag }) => tag !== 'Lbl'))).join('');
  const wanted = lettersOf(html) + wordsOf(of).join('');
  if (letters === wanted) return undefined;
  let at = 0;
  while (letters[at] === wanted[at]) at += 1;
  return {
    after: wanted.slice(Math.max(0, at - 40), at),
    wanted: wanted.slice(at, at + 20),
    found: letters.slice(at, at + 20),
  };
}
