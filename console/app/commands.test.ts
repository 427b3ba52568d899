import { roles } from '@orbita/domain/staff';
import { describe, expect, it } from 'vitest';
import type { Me } from '../base/me.ts';
import { whoMay } from '../base/not-allowed.tsx';
import type { Screen } from '../base/screen.ts';
import { ACTS, commandsOf, isItem, matching } from './commands.ts';
import { navigationOf } from './rail.tsx';
import { routes } from './routes.tsx';
import { screens } from './screens.ts';

const everything = {
  parts: Object.fromEntries(screens.flatMap(({ parts }) => parts.map((part) => [part, 'all' as const]))),
  session: { method: 'passkey', strength: 'passkey' } as Me['session'],
  waysIn: ['passkey' as const],
};
const nothing = {
  parts: {},
  session: { method: 'code', strength: null } as Me['session'],
  waysIn: ['code' as const],
};

/** Addresses of all routes inside the frame. */
const routed = () => {
  const frame = routes[0]?.children?.find(({ path }) => path === undefined)?.children?.[0];
  return (frame?.children ?? []).map(({ path }) => path).filter((path) => path !== '*');
};

describe('the table of screens', () => {
  it('matches the routes of the frame, each once', () => {
    expect(routed()).toEqual(screens.map(({ path }) => path));
    expect(new Set(routed()).size).toBe(screens.length);
  });

  it('gives the palette a command for every screen that is not a single item, and for every act', () => {
    const found = commandsOf(everything, screens).map(({ id }) => id);
    const expected = screens.map(({ path }) => path).filter((path) => !isItem(path));
    expect(found).toEqual([...expected, ...Object.keys(ACTS)]);
    const labels = commandsOf(everything, screens).map(({ label }) => label);
    expect(new Set(labels).size).toBe(labels.length);
  });

  it('offers passkeys to people the server keeps some for', () => {
    const offered = (strength: Me['session']['strength'], waysIn: Me['waysIn']) =>
      commandsOf({ parts: {}, session: { strength } as Me['session'], waysIn }, screens).some(
        ({ label }) => label === 'Chaves de acesso',
      );
    expect([offered(null, ['code']), offered('passkey', ['code']), offered('demo', ['idp'])]).toEqual([
      true,
      true,
      true,
    ]);
    expect([offered('provider', ['idp']), offered('provider', ['idp', 'passkey'])]).toEqual([false, true]);
  });

  it('shows nobody a command or an entry for a screen that would refuse them', () => {
    const open = screens.filter(({ parts }) => parts.length === 0).map(({ path }) => path);
    expect(
      commandsOf(nothing, screens)
        .filter((one) => 'path' in one)
        .map(({ id }) => id),
    ).toEqual(open.filter((path) => !isItem(path)));
    expect(navigationOf(nothing).flatMap((one) => one.screens.map(({ path }) => path))).toEqual(
      screens.filter(({ group, parts }) => group && parts.length === 0).map(({ path }) => path),
    );
  });

  it('has an icon for each entry, at most one screen per letter and per queue', () => {
    const entries = screens.filter(({ group }) => group);
    expect(entries.filter(({ icon }) => !icon)).toEqual([]);
    const [letters, queues] = [
      screens.flatMap(({ letter }) => letter ?? []),
      screens.flatMap(({ queues }) => queues ?? []),
    ];
    expect(new Set(letters).size).toBe(letters.length);
    expect(new Set(queues).size).toBe(queues.length);
  });

  it('names at least one opening role for each screen with permissions', () => {
    for (const { path, parts } of screens)
      if (parts.length > 0) expect([path, whoMay(parts).length > 0]).toEqual([path, true]);
    expect(whoMay(['staff.read'])).toEqual([roles.administracao.label]);
  });
});

describe('the palette', () => {
  const made: Screen[] = [
    { path: '/provas', title: 'Provas', parts: [], load: async () => ({ default: () => null }) },
    {
      path: '/redacoes',
      title: 'Redações',
      parts: [],
      letter: 'r',
      load: async () => ({ default: () => null }),
    },
  ];
  it('finds commands by the beginnings of their words, without accents', () => {
    const commands = commandsOf(nothing, made);
    const found = (typed: string) => matching(commands, typed).map(({ label }) => label);
    expect(found('redacoes')).toEqual(['Ir para Redações']);
    expect(found('ir PRO')).toEqual(['Ir para Provas']);
    expect(found('ovas')).toEqual([]);
    expect(found('')).toHaveLength(commands.length);
    expect(commands.find(({ id }) => id === '/redacoes')?.hint).toBe('g r');
  });
});
