import { afterEach, expect, it, vi } from 'vitest';
import { sayTooOld } from './too-old.ts';

afterEach(() => vi.unstubAllGlobals());

it.each([
  [undefined, '<p>too old</p>'],
  [class {}, '<form>'],
])('shows what stands for the page where the newest signs were not read: %s', (orbitaKnows, shown) => {
  const parts: Record<string, { innerHTML: string }> = {
    root: { innerHTML: '<form>' },
    'orbita-old': { innerHTML: '<p>too old</p>' },
  };
  vi.stubGlobal('window', { orbitaKnows });
  vi.stubGlobal('document', { getElementById: (id: string) => parts[id] });
  sayTooOld();
  expect(parts.root?.innerHTML).toBe(shown);
});
