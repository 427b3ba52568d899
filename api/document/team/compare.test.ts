import { expect, it } from 'vitest';
import type { Runner } from '../../platform/database/types.ts';
import { compareLines } from './compare.ts';

const SUBJECT = {
  ...{ name: 'Candidata Um', social_name: 'Um', birth_date: '2003-05-10', mother_name: 'Mãe de Um' },
  ...{ rg: 'MG-10.000.001', rg_issuer: 'SSP', rg_state: 'MG', cpf: '11122233396' },
  ...{ street: 'Rua Exemplo', number: '10', complement: ' ', neighborhood: 'Centro' },
  ...{ city: 'Belo Horizonte', state: 'MG', zip_code: '30100000' },
  ...{
    school_name: 'Escola Modelo',
    school_year: 2020,
    institution_name: 'Faculdade Modelo',
    course_name: 'Letras',
  },
  ...{ guardian_name: 'Responsável Um', guardian_cpf: '44455566619', relationship: 'mother' },
};
const linesOf = async (code: string, subject: Partial<typeof SUBJECT> = SUBJECT) => {
  const on = { one: async () => subject } as unknown as Runner; // answers one row and nothing else
  const lines = await compareLines(on, { code, subscriptionId: 1 });
  return lines.map(({ label, value }) => `${label}: ${value}`);
};

it.each([
  [
    'RG-VERSO',
    [
      ...['Nome: Candidata Um', 'Nome social: Um', 'Data de nascimento: 10/05/2003'],
      ...['RG: MG-10.000.001 SSP MG', 'CPF: 111.222.333-96', 'Nome da mãe: Mãe de Um'],
    ],
  ],
  ['CPF', ['CPF: 111.222.333-96', 'Nome: Candidata Um']],
  ['RESIDENCIA', ['Rua: Rua Exemplo, 10', 'Bairro: Centro', 'Cidade: Belo Horizonte – MG', 'CEP: 30100-000']],
  ['HISTORICO', ['Nome: Candidata Um', 'Escola: Escola Modelo', 'Ano de conclusão: 2020']],
  ['DIPLOMA', ['Instituição: Faculdade Modelo', 'Curso: Letras', 'Ano de conclusão: 2020']],
  [
    'RESPONSAVEL',
    ['Nome do responsável: Responsável Um', 'CPF do responsável: 444.555.666-19', 'Parentesco: Mãe'],
  ],
  ['FOTO', ['Nome: Candidata Um']],
])('%s is compared with its document', async (code, lines) => {
  expect(await linesOf(code)).toEqual(lines);
});

it('leaves out missing values, and shows nothing of an application that does not exist', async () => {
  expect(await linesOf('CPF', { name: 'Candidata Um' })).toEqual(['Nome: Candidata Um']);
  expect(await linesOf('RESIDENCIA', { name: 'Candidata Um' })).toEqual([]);
  const nobody = { one: async () => undefined } as unknown as Runner; // finds no row
  expect(await compareLines(nobody, { code: 'CPF', subscriptionId: 1 })).toEqual([]);
});
