import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanName, fileName } from './receive.ts';

describe('the name of a sent file', () => {
  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\fakepath\\RG.pdf', 'RG.pdf'],
    ['a"b\u0000\u202e.pdf', 'ab.pdf'],
    ['..', '..'],
    ['/', 'arquivo'],
    [' \u200b ', 'arquivo'],
    [`${'é'.repeat(300)}.pdf`, `${'é'.repeat(116)}.pdf`],
    [`${'😀'.repeat(300)}.jpeg`, `${'😀'.repeat(115)}.jpeg`],
    [`a${'😀'.repeat(300)}`, `a${'😀'.repeat(119)}`],
  ])('%s becomes %s', (sent, name) => {
    expect(cleanName(sent)).toBe(name);
    expect(fileName(Buffer.from(sent).toString('latin1'))).toBe(name);
  });

  it('is always short, visible, without folders, and never ends inside a character', () => {
    const part = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('😀', '/', '\\', '.pdf', '"', '\r\n'),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 200 }), (parts) => {
        const name = cleanName(parts.join(''));
        expect([...name].length).toBeLessThanOrEqual(120);
        expect(name).toMatch(/^[^/\\"\p{C}]+$/u);
        expect(name.trim()).not.toBe('');
      }),
    );
  });
});
