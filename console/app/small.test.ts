import { afterEach, describe, expect, it, vi } from 'vitest';
import { idleNow } from '../base/idle.ts';
import { addressFor, institutionOf, withInstitution } from '../base/institution.ts';
import { atMostEvery } from '../base/live.ts';
import { holds, holdsFor } from '../base/me.ts';
import { initialsOf } from '../base/person-menu.tsx';
import { pageTitle } from '../base/title.ts';
import { span } from '../base/zone.ts';
import { wantedOf } from '../staff/wanted.ts';
import { isCurrent } from './rail.tsx';

afterEach(() => vi.useRealTimers());

describe('the chosen institution', () => {
  it.each([
    ['/documentos', '?ies=CUA01', '/documentos?ies=CUA01'],
    ['/documentos?fila=x#1', '?ies=CUA01&cursor=2', '/documentos?fila=x&ies=CUA01#1'],
    ['/documentos?ies=EPA01', '?ies=CUA01', '/documentos?ies=EPA01'],
    ['/documentos?ies=', '?ies=CUA01', '/documentos'],
    ['/documentos', '', '/documentos'],
  ])('is added to %s from %s', (address, search, expected) => {
    expect(withInstitution(address, search)).toBe(expected);
  });

  it('is one the person may see, or all', () => {
    const institutions = [{ code: 'CUA01', acronym: 'CUA', name: 'Alfa', logo: null }];
    expect(institutionOf({ institutions }, '?ies=CUA01')?.acronym).toBe('CUA');
    expect(institutionOf({ institutions }, '?ies=EPA01')).toBeUndefined();
    expect(withInstitution(addressFor('/equipe', undefined), '?ies=CUA01')).toBe('/equipe');
  });
});

it('knows who holds a permission, and where', () => {
  const me = { parts: { 'staff.read': 'all' as const, 'documents.read': ['CUA01'] } };
  expect([holds(me, []), holds(me, ['tokens']), holds(me, ['tokens', 'staff.read'])]).toEqual([
    true,
    false,
    true,
  ]);
  expect(holdsFor(me, ['documents.read'], 'CUA01')).toBe(true);
  expect(holdsFor(me, ['documents.read'], 'EPA01')).toBe(false);
  expect(holdsFor(me, ['staff.read'], 'EPA01')).toBe(true);
});

describe('inactivity', () => {
  const MINUTE = 60_000;
  const at = (minutes: number, inputAt = 0) =>
    idleNow({ now: minutes * MINUTE, askedAt: 0, inputAt: inputAt * MINUTE, idleMinutes: 30 });
  it('is warned of two minutes before the session ends', () => {
    expect([at(27.9), at(28), at(29.5)]).toEqual(['fine', { minutes: 2 }, { minutes: 1 }]);
  });
  it('does not begin while somebody types: input is reported after five minutes', () => {
    expect([at(4, 3), at(5, 4), at(29, 28.9)]).toEqual(['fine', 'report', 'report']);
  });
  it('is prevented in time where sessions without input end soon', () => {
    const soon = (minutes: number, inputAt: number) =>
      idleNow({ now: minutes * MINUTE, askedAt: 0, inputAt: inputAt * MINUTE, idleMinutes: 5 });
    expect([soon(2.4, 2), soon(2.5, 2), soon(3, 0)]).toEqual(['fine', 'report', { minutes: 2 }]);
  });
  it('can no longer be prevented once the session must be over', () => {
    expect(at(31, 30)).toEqual({ minutes: 1 });
  });
});

it.each([
  [59_000, '0 min'],
  [300_000, '5 min'],
  [3_600_000, '1 h'],
  [83_100_000, '23 h 5 min'],
  [190_800_000, '2 dias 5 h'],
  [86_400_000, '1 dia'],
])('%i ms are %s', (ms, expected) => {
  expect(span(ms)).toBe(expected);
});

it('runs frequent requests at most once per interval, and does not lose the last one', () => {
  vi.useFakeTimers();
  const run = vi.fn();
  const ask = atMostEvery(5000, run);
  for (let n = 0; n < 10; n += 1) ask();
  expect(run).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(5000);
  expect(run).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(20_000);
  expect(run).toHaveBeenCalledTimes(2);
  ask();
  expect(run).toHaveBeenCalledTimes(3);
});

it('handles initials, titles, current entries and return addresses', () => {
  expect(['Helena Modelo', 'Ana Maria de Teste', 'Zé', '  '].map(initialsOf)).toEqual(['HM', 'AT', 'Z', '']);
  expect(pageTitle('Equipe', 'CUA')).toBe('Equipe · CUA · Órbita Equipe');
  expect(pageTitle('Entrar', undefined)).toBe('Entrar · Órbita Equipe');
  expect([isCurrent({ path: '/' }, '/equipe'), isCurrent({ path: '/equipe' }, '/equipe/7')]).toEqual([
    false,
    true,
  ]);
  expect(isCurrent({ path: '/equipe' }, '/equipes')).toBe(false);
  expect(wantedOf('?voltar=%2Fequipe%3Fies%3DCUA01')).toBe('/equipe?ies=CUA01');
  expect(['', '?voltar=//elsewhere.test', '?voltar=https://elsewhere.test'].map(wantedOf)).toEqual([
    '/',
    '/',
    '/',
  ]);
});
