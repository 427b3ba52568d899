import { expect, it } from 'vitest';
import { endOf } from './editor-notices.tsx';

it.each([
  ['over', false, false, 'Sua redação já foi finalizada.'],
  ['over', false, true, 'Sua redação já foi finalizada.'],
  ['over', true, false, 'O tempo acabou.'],
  ['over', true, true, 'O tempo acabou.'],
  ['writing', true, true, 'O tempo acabou. Vamos mandar seu último texto.'],
  ['writing', true, false, 'O tempo acabou.'],
] as const)(
  'explains why nothing can be written: phase %s, time up: %s, unsent: %s',
  (phase, isUp, unsent, text) => {
    expect(endOf(phase, isUp, unsent)).toBe(text);
  },
);
