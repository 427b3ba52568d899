import { expect, it } from 'vitest';
import { isCover } from './index.ts';

const coverable = { stage: 'enrollment', coverable: { items: ['RNE', 'PASSAPORTE'], label: 'Tenho RNE' } };
const other = { code: 'RNE', stage: 'enrollment', state: 'sent' } as const;

it.each(['pending', 'sent', 'approved', 'rejected'] as const)(
  'a named document of the same stage may make another unnecessary while it is %s (spec 15.9)',
  (state) => expect(isCover(coverable, { ...other, state })).toBe(true),
);

it.each([
  ['nobody looked at it', coverable, { ...other, state: 'waived' }],
  ['it is of another stage', coverable, { ...other, stage: 'selection' }],
  ['it is not named', coverable, { ...other, code: 'CPF' }],
  ['nothing makes it unnecessary', { ...coverable, coverable: null }, other],
] as const)('it may not when %s', (_why, one, by) => {
  expect(isCover(one, by)).toBe(false);
});
