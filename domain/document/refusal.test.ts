import { expect, it } from 'vitest';
import { refusalText } from './index.ts';

it.each([
  ['unreadable', null, 'Documento ilegível'],
  ['unreadable', 'Só a primeira folha', 'Documento ilegível: Só a primeira folha'],
  ['other', 'Falta o verso', 'Outro: Falta o verso'],
  ['later-reason', null, 'later-reason'],
  [null, 'Já está na pasta', 'Já está na pasta'],
  [null, null, null],
])('the reason of a decision: %j and %j', (reason, note, text) => {
  expect(refusalText(reason, note)).toBe(text);
});
