import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { transitions } from '../domain/subscription/index.ts';
import { PATHS, renderStateDocs } from './state-docs.ts';

it('docs/states.md matches the transition table', () => {
  expect(readFileSync(new URL('../docs/states.md', import.meta.url), 'utf8')).toBe(renderStateDocs());
});

const leads = (from: number, to: number) =>
  transitions.some(
    (row) =>
      row.from?.some((status) => status === from) &&
      (row.to === to || row.targets?.some((status) => status === to)),
  );

it.each(PATHS)('every step of the path of %s is a row of the table', (_type, path) => {
  const whole = [...path.replace(/\([^)]*\)/g, '').matchAll(/\d+/g)].map(([status]) => Number(status));
  for (const [index, status] of whole.entries()) {
    const next = whole[index + 1];
    if (next !== undefined)
      expect({ status, next, leads: leads(status, next) }).toEqual({ status, next, leads: true });
  }
});
