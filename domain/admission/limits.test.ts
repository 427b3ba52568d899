import { describe, expect, it } from 'vitest';
import * as admission from './index.ts';
import {
  fewestRows,
  interviewAwaited,
  isWebAddress,
  isWritable,
  periodsText,
  usableChannels,
} from './index.ts';

it('a requested or appointed interview waits for the institution', () => {
  const states = ['requested', 'scheduled', 'done', 'cancelled', null, undefined] as never[];
  expect(states.map(interviewAwaited)).toEqual([true, true, false, false, false, false]);
});

it('the candidate may edit a questionnaire unless it is under review', () => {
  expect(admission.QUESTIONNAIRE_STATES.filter(isWritable)).toEqual(['draft', 'returned']);
});

describe('channels to request an interview', () => {
  it.each([
    [['whatsapp', 'email'], true, ['whatsapp', 'email']],
    [['whatsapp', 'email'], false, ['email']],
    [['whatsapp'], false, ['email']],
    [['whatsapp'], true, ['whatsapp']],
    [[], true, ['email']],
  ])('%j, with a phone %s: %j', (channels, hasPhone, usable) => {
    expect([...usableChannels(channels, hasPhone)].sort()).toEqual([...usable].sort());
  });
  it('preferred periods are listed', () => {
    expect(
      periodsText([
        { date: '2026-01-20', period: 'morning' },
        { date: '2026-01-21', period: 'evening' },
      ]),
    ).toBe('20/01/2026 (Manhã), 21/01/2026 (Noite)');
    expect(periodsText([{ date: '2026-01-20', period: 'x' as never }])).toBe('20/01/2026 (x)');
    expect(periodsText([])).toBe('');
  });
});

it('a mandatory section has at least one row, any other may have none', () => {
  for (const [key, { min }] of Object.entries(admission.SECTIONS)) {
    const section = key as keyof typeof admission.SECTIONS;
    expect(fewestRows({ key: section, mandatory: true })).toBe(Math.max(1, min));
    expect(fewestRows({ key: section, mandatory: false })).toBe(0);
  }
});

it.each([
  ['https://a.test/x', true],
  ['http://a.test', false],
  ['https://localhost', false],
  ['https://user@a.test', false],
  ['https://:secret@a.test', false],
  ['https://a.test/a b', false],
  ['a.test', false],
])('%s is a usable address: %s', (value, expected) => expect(isWebAddress(value, ['https:'])).toBe(expected));

describe('rows', () => {
  const { ADMISSION_TEXTS, rowErrors } = admission;
  const limits = { birthDate: '2000-05-05', limit: 2026 };
  const fields: admission.RowField[] = [
    { name: 'start', label: 'Início', kind: 'year' },
    { name: 'end', label: 'Fim', kind: 'year', notBefore: 'start' },
    { name: 'from', label: 'De', kind: 'month' },
    { name: 'until', label: 'Até', kind: 'month', notBefore: 'from' },
    { name: 'link', label: 'Link', kind: 'link', accepts: 'https' },
    { name: 'work', label: 'Trabalho', kind: 'link', accepts: 'web-or-doi' },
    { name: 'text', label: 'Texto', kind: 'text', max: 3 },
  ];
  const messages = (row: admission.Row, of = limits as admission.YearLimits) =>
    rowErrors(fields, row, of, false).map(({ field, message }) => [field, message]);
  const ORDER = ADMISSION_TEXTS.yearOrder;

  it.each<[admission.Row, string[]]>([
    [{ start: 2020, end: 2020 }, []],
    [{ start: 2020, end: 2019 }, ['end']],
    [{ start: null, end: 2019 }, []],
    [{ start: 2000, end: null }, ['start']],
    [{ start: 2027, end: null }, ['start']],
    [{ start: '2020', end: null }, ['start']],
    [{ from: '2020-02', until: '2020-02' }, []],
    [{ from: '2020-02', until: '2020-01' }, ['until']],
    [{ from: null, until: '2020-01' }, []],
    [{ from: '2020-13' }, ['from']],
    [{ from: '2020-1' }, ['from']],
    [{ from: 'x2020-01' }, ['from']],
    [{ from: '2020-01-01' }, ['from']],
    [{ from: '1999-01' }, ['from']],
    [{ from: 202_001 }, ['from']],
    [{ link: `https://a.test/${'x'.repeat(485)}` }, []],
    [{ link: `https://a.test/${'x'.repeat(486)}` }, ['link']],
    [{ link: 'http://a.test' }, ['link']],
    [{ link: 1 }, ['link']],
    [{ work: 'http://a.test' }, []],
    [{ work: 'doi: 10.1234/abc' }, []],
    [{ work: '10.123/abc' }, ['work']],
    [{ text: 'abc' }, []],
    [{ text: 'abcd' }, ['text']],
    [{ text: 5 }, ['text']],
  ])('%j: %j', (row, wrong) => expect(messages(row).map(([field]) => field)).toEqual(wrong));

  it('a conclusion before the start is an error', () => {
    expect(messages({ start: 2020, end: 2019 })).toEqual([['end', ORDER]]);
    expect(messages({ from: '2020-02', until: '2020-01' })).toEqual([['until', ADMISSION_TEXTS.monthOrder]]);
  });
  it('without a birth date there is no lower limit', () => {
    expect(messages({ start: 1900 }, { birthDate: null, limit: 2026 })).toEqual([]);
  });
});
