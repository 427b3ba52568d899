import { savingTexts } from '@orbita/ui/saving-texts.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { NoCopy } from './no-copy.tsx';

afterEach(() => vi.unstubAllGlobals());

const kept = new Map<string, string>();
const working = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
};
const refusing = () => {
  throw new DOMException('closed', 'SecurityError');
};

describe('a text that saves itself', () => {
  it('shows nothing where the browser keeps its copy, and leaves nothing behind', () => {
    vi.stubGlobal('sessionStorage', working);
    expect(renderToStaticMarkup(<NoCopy />)).toBe('');
    expect(kept.size).toBe(0);
  });

  it.each([
    ['has no storage', null],
    ['refuses to write', { ...working, setItem: refusing }],
    [
      'is full but for a few letters',
      {
        ...working,
        setItem: (key: string, value: string) => {
          if (value.length > 5_000) throw new DOMException('full', 'QuotaExceededError');
          kept.set(key, value);
        },
      },
    ],
    ['forgets what is written', { ...working, getItem: () => null }],
    ['refuses everything', { getItem: refusing, setItem: refusing, removeItem: refusing }],
  ])('shows that no copy is kept where the browser %s', (_, storage) => {
    vi.stubGlobal('sessionStorage', storage);
    const shown = renderToStaticMarkup(<NoCopy />);
    expect(shown).toContain(savingTexts.noCopy);
    expect(shown).toContain(savingTexts.noCopyHelp);
  });
});
