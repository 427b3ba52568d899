import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  attemptsLeft,
  countCharacters,
  countWords,
  draftErrors,
  drawTheme,
  essayDeadline,
  essayErrors,
  isApproved,
  recordedGrade,
  similarity,
  timeoutEvent,
  writingTime,
} from './index.ts';

const words = (count: number) => Array.from({ length: count }, (_, at) => `palavra${at}`).join(' ');
const at = (time: string) => new Date(`2026-01-12T${time}-03:00`);

describe('text', () => {
  it.each([
    ['', 0],
    ['  uma   palavra\n— e outra, guarda-chuva!', 5],
    ['— … !!! 3º', 1],
    ['não\u00a0é água', 3],
  ])('counts the words of %j', (text, count) => {
    expect(countWords(text)).toBe(count);
  });
  it('counts code points', () => {
    expect(countCharacters('é 😀 a')).toBe(5);
  });
  it.each([
    [
      { title: 'Meu título', essay: words(149) },
      [{ field: 'essay', message: 'A redação deve ter no mínimo 150 palavras.' }],
    ],
    [{ title: '', essay: words(180) }, [{ field: 'title', message: 'Obrigatório.' }]],
    [{ title: 'ab', essay: words(180) }, [{ field: 'title', message: 'Mínimo de 3 caracteres.' }]],
    [
      { title: 'Meu título', essay: words(601) },
      [{ field: 'essay', message: 'A redação deve ter no máximo 600 palavras.' }],
    ],
    [
      { title: 'Meu título', essay: `${words(200)} ${'x'.repeat(5000)}` },
      [{ field: 'essay', message: 'Máximo de 5000 caracteres.' }],
    ],
    [{ title: 'Meu título', essay: '   ' }, [{ field: 'essay', message: 'Obrigatório.' }]],
    [
      { title: 'x'.repeat(101), essay: words(150) },
      [{ field: 'title', message: 'Máximo de 100 caracteres.' }],
    ],
    [
      { title: 'Meu título', essay: `${words(150)} `.padEnd(5001, 'x') },
      [{ field: 'essay', message: 'Máximo de 5000 caracteres.' }],
    ],
    [{ title: 'abc', essay: words(150) }, []],
    [{ title: ` ${'😀'.repeat(100)} `, essay: words(150) }, []],
    [{ title: 'Meu título', essay: `${words(150)} `.padEnd(5000, 'x') }, []],
    [{ title: 'Meu título', essay: words(150) }, []],
    [{ title: 'Meu título', essay: words(600).replaceAll('palavra', 'p') }, []],
  ])('judges case %#', (text, errors) => {
    expect(essayErrors(text)).toEqual(errors);
  });
  it('accepts short drafts and refuses texts that are too long', () => {
    expect(draftErrors({ title: '', essay: 'oi' })).toEqual([]);
    expect(draftErrors({ title: 'x'.repeat(100), essay: 'x'.repeat(5000) })).toEqual([]);
    expect(
      draftErrors({ title: 'x'.repeat(101), essay: 'x'.repeat(5001) }).map(({ message }) => message),
    ).toEqual(['Máximo de 100 caracteres.', 'Máximo de 5000 caracteres.']);
  });
});

describe('states', () => {
  it('delivers or times out', () => {
    expect(timeoutEvent('deliver', { title: 'Meu título', essay: words(180) })).toBe('deliver');
    expect(timeoutEvent('deliver', { title: '', essay: words(180) })).toBe('time-out');
    expect(timeoutEvent('discard', { title: 'Meu título', essay: words(180) })).toBe('time-out');
  });
  it('approves by the minimum, never at zero, never with plagiarism', () => {
    expect(isApproved({ score: 200, hasPlagiarism: false }, 200)).toBe(true);
    expect(isApproved({ score: 0, hasPlagiarism: false }, 0)).toBe(false);
    expect(isApproved({ score: 900, hasPlagiarism: true }, 200)).toBe(false);
    expect(recordedGrade({ score: 900, hasPlagiarism: true }).score).toBe(0);
  });
  it('counts attempts', () => {
    expect(attemptsLeft({ used: 3, most: 3 })).toBe(0);
    expect(attemptsLeft({ used: 3, most: 3, granted: 1 })).toBe(1);
    expect(attemptsLeft({ used: 1, most: 3, noRetake: true })).toBe(0);
    expect(attemptsLeft({ used: 1, most: 3, granted: 1, noRetake: true })).toBe(0);
  });
});

describe('clock', () => {
  const deadline = essayDeadline(at('10:00:00'), 60);
  it('adds granted minutes, at most sixty', () => {
    expect(deadline).toEqual(at('11:00:00'));
    expect(essayDeadline(at('10:00:00'), 60, 90)).toEqual(at('12:00:00'));
  });
  it.each([
    ['11:00:00', 'open'],
    ['11:00:30', 'grace'],
    ['11:00:31', 'over'],
  ])('is at %s %s', (time, state) => {
    expect(writingTime(deadline, at(time))).toBe(state);
  });
});

describe('similarity and themes', () => {
  it('is 1 for the same words and 0 for others', () => {
    expect(similarity(words(180), words(180).toUpperCase())).toBe(1);
    expect(similarity(words(180), 'outra coisa qualquer')).toBe(0);
    expect(similarity('', words(180))).toBe(0);
  });
  it('stays between 0 and 1', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        const share = similarity(a, b);
        expect(share >= 0 && share <= 1).toBe(true);
      }),
    );
  });
  it('does not repeat a theme while others remain', () => {
    const themes = [{ id: 1 }, { id: 2 }];
    expect(drawTheme(themes, [1], 0.99)).toEqual({ id: 2 });
    expect(drawTheme(themes, [1, 2], 0)).toEqual({ id: 1 });
    expect(drawTheme([], [], 0)).toBeUndefined();
  });
});
