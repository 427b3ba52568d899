import { describe, expect, it } from 'vitest';
import { add, BASE, type Given, places, readWhole, set } from '../../testing/whole-catalogue.ts';
import { diffCatalogues } from './diff.ts';
import { shiftDates, shiftOf } from './shift.ts';

it('the dates of a demo move together', () => {
  const { catalogue } = readWhole(set('intakes', 'classStart', '2026-03-02'));
  shiftDates(catalogue, 3);
  expect(catalogue.intakes[0]).toMatchObject({
    start: '2026-01-04',
    end: '2026-01-04',
    classStart: '2026-03-05',
  });
  expect(catalogue.intakes[1]?.classStart).toBeNull();
  expect(catalogue.classes[0]?.start).toBe('2026-03-05');
  expect(catalogue.schedules[0]?.at).toBe('2026-01-23T12:00:00.000Z');
  expect(catalogue.vouchers[0]).toMatchObject({ from: '2026-01-04', to: '2026-01-04' });
});

it('a demo moves by whole weeks, and an offer is named after the half-year in which its classes then begin', () => {
  const monday = '2026-01-12';
  expect(
    ['2026-01-12', '2026-01-18', '2026-01-19', '2026-11-28', '2026-01-05'].map((day) => shiftOf(monday, day)),
  ).toEqual([0, 0, 7, 315, -7]);
  const nameAfter = (days: number, name: string) => {
    const { catalogue } = readWhole((given) => {
      set('intakes', 'classStart', '2026-02-23')(given);
      set('offers', 'name', name)(given);
    });
    shiftDates(catalogue, days);
    return catalogue.offers[0]?.name;
  };
  expect([0, 126, 133, 315].map((days) => nameAfter(days, 'ENEM 2026-1'))).toEqual([
    ...['ENEM 2026-1', 'ENEM 2026-1', 'ENEM 2026-2', 'ENEM 2027-1'],
  ]);
  expect(nameAfter(315, 'Edital 2025-2')).toBe('Edital 2025-2');
});

describe('the difference of two catalogues', () => {
  const diff = (change: (given: Given) => unknown, before: (given: Given) => unknown = () => undefined) =>
    diffCatalogues(readWhole(before).catalogue, readWhole(change).catalogue);
  const changes = (...args: Parameters<typeof diff>) =>
    diff(...args).changes.map(({ action, kind, code, fields }) => [action, kind, code, ...fields].join(' '));

  it('is empty between equal ones, whatever the order of themes and poles', () => {
    const themes =
      (...codes: string[]) =>
      (given: Given) => {
        given.essayThemes?.push({ code: 'T2', title: 'Outro', texts: ['x'] });
        set('offers', 'essayThemes', codes)(given);
      };
    const plan = diff(themes('T1', 'T2'), themes('T2', 'T1'));
    expect(plan).toMatchObject({ changes: [], tenant: undefined, assets: [], droppedAssets: [] });
    expect([...Object.values(plan.write), ...Object.values(plan.retire)].flat()).toEqual([]);
    const pole = { ...BASE.poles[0], code: 'P3' };
    const at2 =
      (...poles: string[]) =>
      (given: Given) => {
        given.poles?.push(pole);
        places(['C1', ...poles])(given);
      };
    expect(changes(at2('P1', 'P3'), at2('P3', 'P1'))).toEqual([]);
  });

  it('names what is created, changed by field, and retired', () => {
    expect(changes(set('courses', 'name', 'Novo'))).toEqual(['change courses C1 name']);
    expect(changes(add('courses', { code: 'C3' }))).toEqual(['create courses C3']);
    expect(changes(() => undefined, add('courses', { code: 'C3' }))).toEqual(['retire courses C3']);
    expect(changes((given) => Object.assign(given.tenant, { name: 'Beta' }))).toEqual([
      'change tenant alfa name',
    ]);
    const plan = diff(
      (given) => {
        set('courses', 'name', 'Novo')(given);
        Object.assign(given.tenant, { name: 'Beta' });
      },
      add('courses', { code: 'C3' }),
    );
    expect(plan.write.courses.map(({ code }) => code)).toEqual(['C1']);
    expect(plan.retire.courses.map(({ code }) => code)).toEqual(['C3']);
    expect(plan.tenant?.name).toBe('Beta');
  });

  it('retires no contract', () => {
    const plan = diff(() => undefined, add('contracts', { code: 'CT2' }));
    expect([plan.changes, plan.retire.contracts]).toEqual([[], []]);
  });

  it('finds contracts in files by their content', () => {
    const { catalogue } = readWhole();
    const asset = (path: string, text: string) => ({
      path,
      contentType: 'image/png',
      content: Buffer.from(text),
    });
    const plan = diffCatalogues(
      { ...catalogue, assets: [asset('a', '1'), asset('b', '1'), asset('c', '1')] },
      { ...catalogue, assets: [asset('a', '1'), asset('b', '2'), asset('d', '1')] },
    );
    expect(plan.changes.map(({ action, kind, code }) => `${action} ${kind} ${code}`)).toEqual([
      'change assets b',
      'create assets d',
      'retire assets c',
    ]);
    expect([plan.assets.map(({ path }) => path), plan.droppedAssets]).toEqual([['b', 'd'], ['c']]);
  });
});
