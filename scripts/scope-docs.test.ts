import { families } from '@orbita/domain/staff';
import { type CallKey, callOf, calls } from '@orbita/protocol';
import { anyPart, openersOf, scopes } from '@orbita/protocol/foundation';
import { expect, it } from 'vitest';
import { rowsBelow as rowsOf } from '../testing/spec-table.ts';

const rowsBelow = (line: string) => rowsOf('spec-console.md', line);

/** How the table names what is open to anybody with any permission of the tenant. */
const ANY = 'any part';

it('the specification names the scope of every call', () => {
  const documented = rowsBelow('Calls that exist, by what opens them').flatMap(([scope = '', named = '']) =>
    scope.startsWith('`') || scope === ANY ? named.split(' · ').map((call) => `${call} ${scope}`) : [],
  );
  const asked = (Object.keys(calls) as CallKey[])
    .filter((key) => callOf(key).auth === 'service')
    .map((key) => {
      const { alsoScope } = callOf(key);
      const openers =
        callOf(key).scope === anyPart ? [ANY] : openersOf(callOf(key)).map((scope) => `\`${scope}\``);
      const also = alsoScope ? ` and \`${alsoScope}\`` : '';
      return `\`${key.replace('/operations', '')}\` ${openers.join(' or ')}${also}`;
    });
  expect(documented.sort()).toEqual(asked.sort());
});

it('the specification says which part of a call needs its own scope', () => {
  const [row = []] = rowsBelow('Calls that exist, by what opens them').filter(
    ([scope]) => !scope?.startsWith('`') && scope !== ANY,
  );
  const needed = (Object.keys(calls) as CallKey[]).flatMap((key) => callOf(key).within?.scope ?? []);
  const documented = scopes.filter((scope) => row[1]?.includes(`\`${scope}\``));
  expect(documented.sort()).toEqual([...new Set(needed)].sort());
});

it('the specification names the parts of every family', () => {
  const documented = new Map<string, string[]>();
  let family = '';
  for (const [first = '', parts = ''] of rowsBelow('### 25.1.2 Scopes and parts')) {
    const named = [...first.matchAll(/`([a-z-]+)`/g)].map(([, name = '']) => name);
    for (const name of named) documented.set(name, []);
    family = named[0] ?? family;
    for (const [, part = ''] of parts.matchAll(/`[a-z]*\.([a-z]+)`/g)) documented.get(family)?.push(part);
  }
  // For the installation and its test controls (spec 17.2, 17.7); they have no parts.
  const beside = { platform: [], test: [] };
  expect({ ...Object.fromEntries(documented), ...beside }).toEqual(families);
});
