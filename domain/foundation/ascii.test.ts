import { describe, expect, it } from 'vitest';
import { nameForBank, socialName, withoutAccents } from './index.ts';

/** Every letter that a name may have, alone and with each accent that has no composed letter. */
const letters = Array.from({ length: 0x2000 }, (_, point) => String.fromCodePoint(point)).filter(
  (one) => /\p{L}/u.test(one) && socialName(`Abc${one}`) === undefined,
);
const marks = Array.from({ length: 0x34 }, (_, at) => String.fromCodePoint(0x300 + at));

describe('a name in few letters', () => {
  it('knows letters to try it with', () => {
    expect(letters.length).toBeGreaterThan(500);
    expect(letters).toContain('ɨ');
    for (const mark of marks) expect(socialName(`Abg${mark}`)).toBeUndefined();
  });

  it.each([
    ['Kuñã G\u0303uarɨ Nheẽry', 'Kuna Guari Nheery'],
    ['Łukasz Øster Straße Æsa', 'Lukasz Oster Strasse AEsa'],
    ['Ta\u0303\u0331 Mʉrʉ', 'Ta Muru'],
  ])('%s without accents is %s', (name, plain) => expect(withoutAccents(name)).toBe(plain));

  it('has letters of a keyboard only, whatever name was accepted, but for rare letters of other languages', () => {
    const left = letters.filter((one) => !/^[\x20-\x7e]+$/.test(withoutAccents(one)));
    for (const ours of 'ɨʉəɛɔŋɵɓɗɲ') expect(left).not.toContain(ours);
    for (const mark of marks) expect(withoutAccents(`g${mark}`)).toBe('g');
  });

  it('for a bank keeps Portuguese letters, and loses what Latin-1 lacks', () => {
    expect(nameForBank('João D’Ávila Muñoz', 100)).toBe('João DÁvila Muñoz');
    expect(nameForBank('Nheẽry G\u0303uarɨ Łu', 100)).toBe('Nheery Guari Lu');
    expect(nameForBank('Joa\u0303o', 100)).toBe('João');
    expect(nameForBank('Ana 王 Sá 😀', 100)).toBe('Ana  Sá');
    expect(nameForBank('ßßß ẞẞ Ø', 6)).toBe('ßßß SS');
    for (const one of [...letters, ...marks.map((mark) => `g${mark}`)])
      expect(nameForBank(one, 1)).toMatch(/^[\x20-\x7e\u00a0-\u00ff]?$/);
  });
});
