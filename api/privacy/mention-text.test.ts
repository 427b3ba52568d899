import { describe, expect, it } from 'vitest';
import { expectInLine } from '../../testing/growth.ts';
import { jsonWithoutMentions, type Named, plain, sieveOf, withoutMentions } from './mention-text.ts';

const SHE: Named = {
  names: ['Zuleida Ávila da Çapucaia', 'Zu Ávila'],
  documents: ['11122233396', 'AB123456'],
  emails: ['zu.avila@exemplo.test'],
  phones: ['31900000001'],
};
const without = (text: string) => withoutMentions(text, [SHE]);

describe('S34: an erased person is removed from texts elsewhere', () => {
  it.each([
    ['Ligar para Zuleida Ávila da Çapucaia hoje', 'Ligar para [apagado] hoje'],
    ['ZULEIDA AVILA pagou', '[apagado] pagou'],
    ['zuleida çapucaia, irmã', '[apagado], irmã'],
    ['Irmã da Zuleida da Çapucaia.', 'Irmã da [apagado].'],
    ['"Çapucaia, Zuleida"', '"[apagado]"'],
    ['Zuleida  \n Ávila', '[apagado]'],
    ['Zuleida A\u0301vila'.normalize('NFD'), '[apagado]'],
    ['Zu Ávila e Zuleida Ávila', '[apagado] e [apagado]'],
    ['CPF 111.222.333-96, celular (31) 90000-0001', 'CPF [apagado], celular ([apagado]'],
    ['+55 31 90000 0001', '+55 [apagado]'],
    ['Passaporte ab123456', 'Passaporte [apagado]'],
    ['Escreveu de ZU.AVILA@exemplo.test.', 'Escreveu de [apagado].'],
  ])('%j becomes %j', (text, left) => {
    expect(without(text)).toBe(left);
  });

  it.each([
    'Zuleida ligou',
    'A avó e a Ávila',
    'Zuleidas Ávilas',
    'da das do',
    'Nota 111, 222 e mais 333 pontos de 96',
    'x@exemplo.test',
    '',
  ])('%j stays unchanged, because it identifies the person no more than others', (text) => {
    expect(without(text)).toBe(text);
  });

  it('fixed-width fields keep their length', () => {
    const line = '0001ZULEIDA AVILA DA CAPUCAIA     00011122233396';
    const left = withoutMentions(line.replace('0001Z', '0001 Z'), [SHE], true);
    expect(left).toHaveLength(line.length + 1);
    expect(left).not.toMatch(/ZULEIDA|11122233396/);
  });

  it('every text of a JSON value is read, and others stay', () => {
    const value = { q: 'Zuleida Ávila', n: 3, list: [null, true, { x: 'zu.avila@exemplo.test' }], y: 'ok' };
    expect(jsonWithoutMentions(value, [SHE])).toEqual({
      q: '[apagado]',
      n: 3,
      list: [null, true, { x: '[apagado]' }],
      y: 'ok',
    });
  });

  it('the database filter passes everything that would change', () => {
    const { coarse, fine } = sieveOf([SHE]);
    const like = (text: string) => (pattern: string) =>
      pattern.split('%').reduce<number>((at, part) => {
        const found = at < 0 ? -1 : plain(text).indexOf(part, at);
        return found < 0 ? -1 : found + part.length;
      }, 0) >= 0;
    const fits = (text: string) => coarse.some(like(text)) && fine.some(like(text));
    for (const text of [
      'Çapucaia, ZULEIDA',
      '111.222.333-96',
      '(31) 90000-0001',
      'Zu.Avila@exemplo.test',
      'AB123456',
    ])
      expect([text, fits(text)]).toEqual([text, true]);
    expect(fits('Ligou hoje.')).toBe(false);
  });

  it('a long text takes time linear in its length', async () => {
    const text = (times: number) => 'Zuleida da de Ávila 1 2 3 zuleida '.repeat(times);
    const work = (times: number) => {
      const long = text(times);
      return () => withoutMentions(long, [SHE]);
    };
    await expectInLine([{ name: 'a text with her name', size: 2_000, work }]);
  });
});
