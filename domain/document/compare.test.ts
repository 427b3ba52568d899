import { expect, it } from 'vitest';
import { comparedWith } from './index.ts';

it.each([
  ['RG', 'identity'],
  ['RNE', 'identity'],
  ['PASSAPORTE', 'identity'],
  ['CERTIDAO', 'identity'],
  ['CPF', 'cpf'],
  ['RESIDENCIA', 'address'],
  ['HISTORICO', 'school'],
  ['CERTIFICADO', 'school'],
  ['EQUIVALENCIA', 'school'],
  ['HIST-GRAD', 'diploma'],
  ['HIST-ANALISE', 'diploma'],
  ['DIPLOMA', 'diploma'],
  ['DIPLOMA-VERSO', 'diploma'],
  ['RESPONSAVEL', 'guardian'],
  ['FOTO', 'name'],
  ['RGB', 'name'],
  ['', 'name'],
])('a document %s is compared with %s', (code, data) => {
  expect(comparedWith(code)).toBe(data);
});
