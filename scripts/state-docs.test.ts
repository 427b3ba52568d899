import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { renderStateDocs } from './state-docs.ts';

it('docs/states.md is what the transition table says', () => {
  expect(readFileSync(new URL('../docs/states.md', import.meta.url), 'utf8')).toBe(renderStateDocs());
});
