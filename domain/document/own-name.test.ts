import { expect, it } from 'vitest';
import { ownName } from './index.ts';

it('a downloaded file has our own name, without hidden characters', () => {
  expect(ownName('Documento de identidade (frente e verso)', 1044, 'application/pdf', 0)).toBe(
    'documento-de-identidade-frente-e-verso-1044.pdf',
  );
  expect(ownName('Histórico\u202Efdp.exe', 7, 'image/jpeg', 1)).toBe('historicofdpexe-7-2.jpg');
  expect(ownName('…', 7, 'text/html', 0)).toBe('documento-7.bin');
});
