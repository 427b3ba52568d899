import { describe, expect, it } from 'vitest';
import { rememberWarning, warningOf } from './warning-rules.ts';

const application = { id: 9001, offerId: 11, warningPopup: 'Traga <b>RG</b>.\r\n\r\nChegue cedo.\n' };

function memory() {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  };
}

describe('the warning of an offer', () => {
  it('is its paragraphs, as written', () => {
    expect(warningOf(memory(), application)).toEqual(['Traga <b>RG</b>.', 'Chegue cedo.']);
    for (const warningPopup of [null, '', ' \n '])
      expect(warningOf(memory(), { ...application, warningPopup })).toEqual([]);
  });

  it('is shown once per application and offer', () => {
    const store = memory();
    rememberWarning(store, application);
    expect(warningOf(store, application)).toEqual([]);
    expect(warningOf(store, { ...application, id: 9002 })).toHaveLength(2);
    expect(warningOf(store, { ...application, offerId: 12 })).toHaveLength(2);
  });

  it('stores only numbers in the browser', () => {
    const store = memory();
    rememberWarning(store, application);
    expect([...store.kept.values()]).toEqual(['{"9001":11}']);
  });
});
