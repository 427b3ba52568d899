import { expect, it } from 'vitest';
import { approvalTexts } from './index.ts';

it.each([
  [approvalTexts.refund(123_456, 7, false), 'Devolver R$ 1.234,56 da inscrição 7'],
  [approvalTexts.refund(500, 7, true), 'Registrar a devolução de R$ 5,00, já feita fora, da inscrição 7'],
  [approvalTexts.lessLeft(90), 'Restam só R$ 0,90 para devolver.'],
])('the second person sees the kind of act: %s', (text, expected) => {
  expect(text).toBe(expected);
});
