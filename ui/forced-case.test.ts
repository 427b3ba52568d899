import { afterEach, describe, expect, it, vi } from 'vitest';
import { forceCase } from './forced-case.ts';

function field(value: string, caret: number) {
  const input = {
    value,
    selectionStart: caret,
    selectionEnd: caret,
    setSelectionRange(start: number, end: number) {
      Object.assign(input, { selectionStart: start, selectionEnd: end });
    },
  };
  // A browser puts the caret at the end when a script sets the value.
  const element = new Proxy(input, {
    set(target, name, given) {
      const end = name === 'value' ? { selectionStart: given.length, selectionEnd: given.length } : {};
      return Boolean(Object.assign(target, { [name]: given }, end));
    },
  });
  vi.stubGlobal('document', { activeElement: element });
  return element as unknown as HTMLInputElement;
}
afterEach(() => vi.unstubAllGlobals());

describe('U7: forced case', () => {
  it.each([
    ['na@exemplo.com', 'A', 'lower', 'ana@exemplo.com', 1],
    ['ab', 'C', 'lower', 'cab', 1],
    ['123', 'v', 'upper', 'V123', 1],
  ] as const)('%s with %s before it keeps the caret', (text, typed, to, forced, caret) => {
    const input = field(typed + text, 1);
    forceCase(input, to);
    expect([input.value, input.selectionStart]).toEqual([forced, caret]);
  });

  it('types AB at the beginning of an address in that order', () => {
    const input = field('Ana@exemplo.com', 1);
    forceCase(input, 'lower');
    const at = input.selectionStart ?? 0;
    const next = field(`${input.value.slice(0, at)}B${input.value.slice(at)}`, at + 1);
    forceCase(next, 'lower');
    expect([next.value, next.selectionStart]).toEqual(['abna@exemplo.com', 2]);
  });

  it('leaves alone characters that would grow, and text being composed', () => {
    const sharp = field('stra\u00dfe', 4);
    forceCase(sharp, 'upper');
    expect([sharp.value, sharp.selectionStart]).toEqual(['STRA\u00dfE', 4]);
    const composing = field('Ab', 1);
    forceCase(composing, 'lower', { nativeEvent: { isComposing: true } as unknown as Event });
    expect(composing.value).toBe('Ab');
  });
});
