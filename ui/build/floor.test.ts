import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import { newerInScript } from './newer-script.ts';
import { newerInStyle } from './newer-style.ts';

const script = (code: string) => newerInScript(parseSync('built.js', code).program);

describe('features missing in the oldest browsers', () => {
  it.each([
    ['a.toWellFormed()', ['toWellFormed']],
    ['form.requestSubmit()', ['requestSubmit']],
    ['Promise.withResolvers()', ['Promise.withResolvers']],
    ['Object.groupBy(a, b)', ['Object.groupBy']],
    ['Array.fromAsync(a)', ['Array.fromAsync']],
    ['structuredClone(a)', ['structuredClone']],
    ['crypto.randomUUID()', ['randomUUID']],
    ['new CompressionStream("gzip")', ['CompressionStream']],
    ['element.togglePopover()', ['togglePopover']],
    ['AbortSignal.any([a, b])', ['AbortSignal.any']],
    ['Response.json({})', ['Response.json']],
    ['a.b.c.isSubsetOf(d)', ['isSubsetOf']],
  ])('%s is detected in a script', (code, found) => {
    expect(script(code)).toEqual(found);
  });

  it.each([
    'a.map(b).includes(c)',
    'element.replaceChildren()',
    'Object.fromEntries(a)',
    // Used only if the browser has it.
    'crypto.randomUUID?.()',
    // Our own data may be named like a property of the page.
    'const { inert } = options; options.popover; row.command',
    // Defined by ui/polyfills.ts.
    'a.at(-1); a.toSorted(); Object.hasOwn(a, b); AbortSignal.timeout(1)',
  ])('%s runs in them', (code) => {
    expect(script(code)).toEqual([]);
  });

  it.each([
    ['a { color: oklch(0.7 0.1 50) }', ['color: oklch']],
    ['a { block-size: 100dvh }', ['block-size: dvh']],
    ['a:is(.b, .c) { color: red }', [':is']],
    ['a:has(b), c { color: red }', [':has beside others in one list']],
    ['@layer base { a { color: red } }', ['@layer']],
    ['a { --edge: color-mix(in srgb, red, blue) }', ['--edge: color-mix']],
    ['p:user-invalid { color: red }', [':user-invalid']],
  ])('%s is detected in a style', (text, found) => {
    expect(newerInStyle(text)).toEqual(found);
  });

  it.each([
    'a { block-size: 100vh; block-size: 100dvh }',
    '@supports (color: color-mix(in srgb, red, blue)) { a { color: color-mix(in srgb, red, blue) } }',
    '@supports selector(:user-invalid) { a:user-invalid { color: red } }',
    'a { inline-size: min(10rem, 100%) }',
  ])('%s is usable without it', (text) => {
    expect(newerInStyle(text)).toEqual([]);
  });
});
