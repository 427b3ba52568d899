import { expect, it } from 'vitest';
import { doubtsOf, shownText } from './index.ts';

it.each([
  ['leitura" com reports; "', 'leitura" com reports; "'],
  ['José da Silva-Conceição', 'José da Silva-Conceição'],
  ['a\u202Efdp.exe', 'a‹U+202E›fdp.exe'],
  ['um\u200Bdois', 'um‹U+200B›dois'],
  ['linha\noutra\ttab', 'linha↵ outra‹U+0009›tab'],
  ['fixo\u00A0espaço', 'fixo‹U+00A0›espaço'],
  ['cheio\u3164', 'cheio‹U+3164›'],
  ['meio\uD800', 'meio‹U+D800›'],
  ['fim\u2028linha', 'fim‹U+2028›linha'],
])('S38: invisible characters are shown by their code point: %j', (typed, shown) => {
  expect(shownText(typed)).toBe(shown);
});

it.each([
  ['José da Silva-Conceição', []],
  ['josé@exemplo.test', []],
  ['a\u202Eb', ['Há 1 caractere invisível.']],
  ['\u200B\u200B', ['Há 2 caracteres invisíveis.']],
  ['аna', ['Há letras de outro alfabeto que se parecem com as nossas: "а" (U+0430).']],
  ['Иван', [expect.stringContaining('Está em outro alfabeto: "И" (U+0418)')]],
  ['ａna', ['Há caracteres que imitam letras: "ａ" (U+FF41).']],
  ['𝐚na', ['Há caracteres que imitam letras: "𝐚" (U+1D41A).']],
  ['ana ', ['Há espaços a mais.']],
  ['e\u0301\u0327\u0300', ['Há acentos empilhados.']],
])('S38: look-alike characters are pointed out: %j', (typed, doubts) => {
  expect(doubtsOf(typed)).toEqual(doubts);
});
