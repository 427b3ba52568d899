import { afterEach, expect, it, vi } from 'vitest';
import { sayTooOld } from './too-old.ts';

afterEach(() => vi.unstubAllGlobals());

it.each([
  [undefined, ['too old']],
  [class {}, ['a form']],
])('replaces the page where the browser lacks the newest syntax: %s', (orbitaKnows, shown) => {
  let drawn = ['a form'];
  const root = {
    set textContent(_text: string) {
      drawn = [];
    },
    appendChild: (node: string) => drawn.push(node),
  };
  const said = { content: { cloneNode: () => 'too old' } };
  vi.stubGlobal('window', { orbitaKnows });
  vi.stubGlobal('document', { getElementById: (id: string) => (id === 'root' ? root : said) });
  sayTooOld();
  expect(drawn).toEqual(shown);
});
