import { readFileSync } from 'node:fs';
import { ON_ENTRY, transitions } from '@orbita/domain/subscription';
import { expect, it } from 'vitest';
import { allEffects } from './effects.ts';

it('runs no effect that no row and no on-entry list declares', () => {
  const declared = new Set([
    ...transitions.flatMap((row) => row.effects),
    ...Object.values(ON_ENTRY).flatMap((list) => list.map(({ effect }) => effect)),
  ]);
  expect(Object.keys(allEffects).sort()).toEqual([...declared].sort());
});

it('runs each effect from one module only', async () => {
  const text = readFileSync(new URL('./effects.ts', import.meta.url), 'utf8');
  const files = [...text.matchAll(/from '(\.\/\w+\/effects\.ts)'/g)].map(([, file = '']) => file);
  const names: string[] = [];
  for (const file of files) {
    const { effects } = (await import(file)) as { effects: object };
    names.push(...Object.keys(effects));
  }
  expect(names.sort()).toEqual(Object.keys(allEffects).sort());
});
