import { describe, expect, it } from 'vitest';
import {
  formatDate,
  isZipCodeOf,
  normaliseDocument,
  normalisePhone,
  normaliseRg,
  STATES,
  withoutFinalSlashes,
} from './index.ts';

// First five digits at which the state of the CEP changes (Correios); '-' for ranges that belong to no state.
const BEGINS = `
0 -, 1000 SP, 20000 RJ, 29000 ES, 30000 MG, 40000 BA, 49000 SE, 50000 PE, 57000 AL, 58000 PB, 59000 RN, 60000 CE,
64000 PI, 65000 MA, 66000 PA, 68900 AP, 69000 AM, 69300 RR, 69400 AM, 69900 AC, 70000 DF, 72800 GO, 73000 DF, 73700 GO,
76800 RO, 77000 TO, 78000 MT, 78900 -, 79000 MS, 80000 PR, 88000 SC, 90000 RS`;
const begins = BEGINS.trim()
  .split(/,\s+/)
  .map((each) => each.split(' ') as [string, string]);
const stateOf = (head: number) =>
  STATES.filter((uf) => isZipCodeOf(`${String(head).padStart(5, '0')}000`, uf)).join() || '-';

describe('the CEP of a state', () => {
  it.each(begins)('from %s on: %s', (head, uf) => {
    const before = begins[begins.findIndex(([each]) => each === head) - 1]?.[1];
    expect(stateOf(Number(head))).toBe(uf);
    if (before) expect(stateOf(Number(head) - 1)).toBe(before);
  });
  it('ends with the last state', () => {
    expect([stateOf(99_999), STATES.length]).toEqual(['RS', 27]);
    expect([isZipCodeOf('30130000', 'mg'), isZipCodeOf('30130000', 'XX')]).toEqual([true, false]);
  });
});

it('documents are stored without separators, a CPF with digits only', () => {
  expect([normaliseRg('mg-12.345.67x'), normaliseRg(null)]).toEqual(['MG1234567X', '']);
  expect([normaliseDocument('cpf', '529a'), normaliseDocument('rne', '529a')]).toEqual(['529', '529A']);
  expect([normalisePhone(' +351 912 345 678'), withoutFinalSlashes('//')]).toEqual(['+351912345678', '']);
});

it('a day is formatted as is, an instant in the zone', () => {
  expect(formatDate('2026-01-19')).toBe('19/01/2026');
  expect(formatDate('2026-01-19', 'America/Sao_Paulo')).toBe('19/01/2026');
  expect(formatDate('2026-01-20T01:00:00Z', 'America/Sao_Paulo')).toBe('19/01/2026');
  expect(formatDate(new Date('2026-01-20T01:00:00Z'), 'America/Sao_Paulo')).toBe('19/01/2026');
});
