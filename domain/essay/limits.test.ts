import { describe, expect, it } from 'vitest';
import { TEXTS } from '../foundation/index.ts';
import {
  countWords,
  draftErrors,
  drawTheme,
  ESSAY_TEXTS,
  essayErrors,
  resultDueBy,
  shingles,
  similarity,
} from './index.ts';

const words = (count: number, word = 'a') => Array(count).fill(word).join(' ');
const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => `w${from + at}`).join(' ');

describe('an essay at its limits (10.1)', () => {
  const limits = { minWords: 3, maxWords: 5, maxCharacters: 12, titleMin: 3, titleMax: 6 };
  const found = (title: string | null | undefined, essay: string | null | undefined) =>
    essayErrors({ title, essay }, limits).map(({ message }) => message);
  it.each([
    ['abc', undefined],
    ['abcdef', undefined],
    [' abcdef ', undefined],
    ['ab', TEXTS.minLength(3)],
    [' ab ', TEXTS.minLength(3)],
    ['abcdefg', TEXTS.maxLength(6)],
    [' ', TEXTS.required],
    [null, TEXTS.required],
    [undefined, TEXTS.required],
  ])('title %s: %s', (title, text) => expect(found(title, 'a b c')).toEqual(text ? [text] : []));
  it.each([
    ['a b c', undefined],
    ['a b c d e', undefined],
    ['a b', ESSAY_TEXTS.minWords(3)],
    ['a b c d e f', ESSAY_TEXTS.maxWords(5)],
    ['aaaa bbb ccc', undefined],
    ['aaaa bbbb ccc', TEXTS.maxLength(12)],
    ['a  b\n\nc', undefined],
    ['a - b', ESSAY_TEXTS.minWords(3)],
    ['', TEXTS.required],
    [undefined, TEXTS.required],
  ])('text %j: %s', (essay, text) => expect(found('abc', essay)).toEqual(text ? [text] : []));
  it('the product defaults apply when no limits are given', () => {
    const of = (title: string, essay: string) => essayErrors({ title, essay }).map(({ field }) => field);
    expect(of('t'.repeat(100), words(150))).toEqual([]);
    expect(of('t'.repeat(101), words(149))).toEqual(['title', 'essay']);
    expect([of('abc', words(600)), of('abc', words(601))]).toEqual([[], ['essay']]);
  });
  it('a draft may be short or empty, but not too long', () => {
    const of = (title: string | null, essay: string | undefined) =>
      draftErrors({ title, essay }, limits).map(({ field, message }) => [field, message]);
    expect([of(null, undefined), of('abcdef', 'a'.repeat(12))]).toEqual([[], []]);
    expect(of('abcdefg', 'a'.repeat(13))).toEqual([
      ['title', TEXTS.maxLength(6)],
      ['essay', TEXTS.maxLength(12)],
    ]);
  });
  it('a word is a run of characters with a letter or a digit', () =>
    expect(countWords(' um  2\t- três\n… ')).toBe(3));
});

describe('similarity', () => {
  it('compares runs of eight words, whatever case and punctuation', () => {
    expect([...shingles('Um, DOIS; três!')]).toEqual(['um dois três']);
    expect([...shingles(numbered(1, 8))]).toEqual([numbered(1, 8)]);
    expect([...shingles(numbered(1, 10))]).toEqual([numbered(1, 8), numbered(2, 9), numbered(3, 10)]);
    expect([shingles('').size, shingles(' … ').size]).toEqual([0, 0]);
    expect([...shingles('Joa\u0303o')]).toEqual(['jo\u00e3o']);
  });
  it('is the share of the first text’s runs that the other contains', () => {
    expect(similarity(numbered(1, 16), numbered(1, 8))).toBeCloseTo(1 / 9);
    expect(similarity(numbered(1, 8), numbered(1, 16))).toBe(1);
    expect(similarity(numbered(1, 8), numbered(2, 9))).toBe(0);
    expect([similarity('', 'a'), similarity('a', '')]).toEqual([0, 0]);
  });
});

it('a new attempt gets an unused theme while there is one', () => {
  const themes = [{ id: 1 }, { id: 2 }, { id: 3 }];
  expect([0, 0.34, 0.99].map((chance) => drawTheme(themes, [], chance)?.id)).toEqual([1, 2, 3]);
  expect([0, 0.49, 0.5, 0.99].map((chance) => drawTheme(themes, [2], chance)?.id)).toEqual([1, 1, 3, 3]);
  expect([0, 0.99].map((chance) => drawTheme(themes, [1, 2, 3], chance)?.id)).toEqual([1, 3]);
  expect(drawTheme([], [], 0.5)).toBeUndefined();
});

it('a result is due a day after the delivery', () => {
  expect(resultDueBy(new Date('2026-01-12T10:00:00Z'))).toEqual(new Date('2026-01-13T10:00:00Z'));
});
