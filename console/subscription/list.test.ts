import { describe, expect, it } from 'vitest';
import { blockedBy } from '../act/person-facts.ts';
import { FILTERS, type Filters, queryOf, statusesOf } from './list-query.ts';
import { byDay, type Entry, toneOf } from './timeline-days.ts';

const none = Object.fromEntries(FILTERS.map((name) => [name, ''])) as Filters;
const start = (day: string) => `${day}T03:00:00.000Z`;

describe('the query of the list', () => {
  it('is what its address says, with whole days', () => {
    const address = {
      ...none,
      situacao: '5,6',
      atencao: '1',
      de: '2026-01-12',
      ate: '2026-01-31',
      curso: 'ADM',
    };
    expect(queryOf(address, start)).toEqual({
      state: '5,6',
      attention: 'true',
      createdFrom: '2026-01-12T03:00:00.000Z',
      createdTo: '2026-02-01T03:00:00.000Z',
      course: 'ADM',
    });
  });

  it('omits unset filters', () => {
    const address = { ...none, situacao: "5' or 1=1", atencao: 'sim', de: '12/01/2026', ate: '2026' };
    expect(queryOf(address, start)).toEqual({});
    expect(statusesOf('x')).toEqual([]);
  });
});

describe('a timeline', () => {
  const entry = (at: string, more: Partial<Entry> = {}) =>
    ({ id: at, at, kind: 'move', refs: {}, ...more }) as Entry;

  it('is grouped by day, in its order', () => {
    const all = [entry('2026-01-13T09:00'), entry('2026-01-13T08:00'), entry('2026-01-12T23:00')];
    expect(byDay(all, (at) => at.slice(0, 10)).map((part) => part.length)).toEqual([2, 1]);
    expect(byDay([], () => '')).toEqual([]);
  });

  it('shows which transitions end well or badly, and no tone for other entries', () => {
    expect(toneOf(entry('a', { refs: { from: 1, to: 3 } }))).toBe('good');
    expect(toneOf(entry('a', { refs: { from: 6, to: 13 } }))).toBe('bad');
    expect(toneOf(entry('a', { refs: { from: 3, to: 3 } }))).toBe('move');
    expect(toneOf(entry('a', { kind: 'note' }))).toBeUndefined();
  });
});

describe('the document of a block', () => {
  it('is the CPF, otherwise the sign-in document, never the RG', () => {
    expect(
      blockedBy([
        { type: 'rg', number: '1' },
        { type: 'passport', number: 'AB1' },
      ]),
    ).toEqual({ type: 'passport', number: 'AB1' });
    expect(blockedBy([{ type: 'rg', number: '1' }])).toBeUndefined();
  });
});
