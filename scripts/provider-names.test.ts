import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ACQUIRERS } from '@orbita/domain/tenancy';
import { expect, it } from 'vitest';
import { productFiles } from './source-imports.ts';

const root = join(import.meta.dirname, '..');
// Examples of calls and commands name a real provider, but make no choice by it.
const files = productFiles().filter((file) => !/^(?:protocol\/examples\/|cli\/examples\.ts$)/.test(file));
const naming = (name: string, words: RegExp) =>
  files
    .filter((file) => !new RegExp(`/${name}(?:/|\\.ts$)`).test(file))
    .filter((file) => words.test(readFileSync(join(root, file), 'utf8')))
    .sort();

// With the migration that lets tables store the name, these are the six files that a new acquirer touches outside its own
// folders; `api/payment/invented-acquirer.alone.test.ts` runs a payment with one more entry in each.
const LISTS = [
  'api/payment/acquirer-list.ts',
  'domain/tenancy/money-providers.ts',
  'protocol/payment/card-access.ts',
  'sandbox/acquirers.ts',
  'web/card-fields/acquirers.ts',
];

it.each(ACQUIRERS)('%s is named only in its own folders and in the lists of acquirers', (name) => {
  expect(naming(name, new RegExp(name, 'i'))).toEqual(LISTS);
});

it('nothing switches on the slip bank: it is named where banks are listed', () => {
  expect(naming('inter', /'inter'|\binter: /)).toEqual([
    'api/payment/notice-readers.ts',
    'api/platform/pix-profiles.ts',
    'domain/payment/boleto-free-field.ts',
    'domain/tenancy/money-providers.ts',
    'sandbox/bank/bank.ts',
    'sandbox/psp/banks.ts',
  ]);
});
