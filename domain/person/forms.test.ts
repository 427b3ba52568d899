import { describe, expect, it } from 'vitest';
import {
  addressChanged,
  addressLine,
  countries,
  isCountry,
  LOCKED_AFTER_ACCEPTANCE,
  LOCKED_ONCE_GIVEN,
  type PersonalData,
  personalAnswers,
  personalErrors,
  personalFields,
} from './index.ts';

const ALWAYS = ['birthDate', 'genderId', 'nationality'];
const CONTACTS = ['email', 'cellPhone', 'phone'];
const NAMES = ['name', 'socialName', 'document'];

describe('the fields that are asked', () => {
  it.each<[PersonalData, 'profile' | 'enrolment', string[]]>([
    [{ documentType: 'cpf', nationality: 'BR' }, 'profile', ['rg', 'rgIssuer', 'rgState']],
    [{ documentType: 'cpf' }, 'enrolment', ['rg', 'rgIssuer', 'rgState', 'motherName']],
    [{ documentType: 'cpf', nationality: 'PT' }, 'profile', []],
    [
      { documentType: 'cpf', nationality: 'PT' },
      'enrolment',
      ['rne', 'passport', 'issuingCountry', 'motherName'],
    ],
    [{ documentType: 'rne', nationality: 'PT' }, 'enrolment', ['passport', 'issuingCountry', 'motherName']],
    [{ documentType: 'passport', nationality: 'PT' }, 'enrolment', ['rne', 'issuingCountry', 'motherName']],
  ])('%j, %s: %j', (values, place, asked) => {
    const cpf = values.documentType === 'cpf' ? [] : ['cpf'];
    expect(personalFields(values, place)).toEqual([...NAMES, ...cpf, ...ALWAYS, ...asked, ...CONTACTS]);
  });

  it.each<[string, PersonalData, string[]]>([
    ['one who gives a passport', { passport: 'AB123456', issuingCountry: 'PT' }, []],
    ['one who gives an RNE', { rne: 'V1234567', issuingCountry: 'PT' }, []],
    ['one who signed in by passport', { documentType: 'passport', issuingCountry: 'PT' }, []],
    ['one who signed in by RNE', { documentType: 'rne', issuingCountry: 'PT' }, []],
    ['one without papers', { issuingCountry: 'PT' }, ['rne']],
    ['one who names no country', { rne: 'V1234567' }, ['issuingCountry']],
  ])('of a foreigner at enrolment: %s', (_who, values, wrong) => {
    const person: PersonalData = {
      ...{
        documentType: 'cpf',
        name: 'Candidata Um',
        birthDate: '2000-01-01',
        genderId: 1,
        nationality: 'PT',
      },
      ...{ motherName: 'Mãe Dois', email: 'a@alfa.test', cellPhone: '+351912345678' },
    };
    const context = { today: '2026-01-12', place: 'enrolment' } as const;
    expect(personalErrors({ ...person, ...values }, context).map(({ field }) => field)).toEqual(wrong);
  });

  it('a document is validated by its type, if one is given', () => {
    const wrong = (values: PersonalData) =>
      personalErrors(values, { today: '2026-01-12', place: 'profile' })
        .map(({ field }) => field)
        .filter((field) => field === 'document' || field === 'cpf');
    expect(wrong({})).toEqual([]);
    expect(wrong({ document: '' })).toEqual(['document']);
    expect(wrong({ document: 'V1234567' })).toEqual(['document']);
    expect(wrong({ document: 'V1234567', documentType: 'rne', cpf: '1' })).toEqual(['cpf']);
    expect(wrong({ document: '52998224725', cpf: '52998224725' })).toEqual([]);
  });
});

describe('the review', () => {
  const shown = (values: PersonalData) =>
    personalAnswers(values, { country: (code) => `of ${code}` }).map(
      ({ label, answer }) => `${label}: ${answer}`,
    );
  it('is formatted and labelled, without empty values', () => {
    expect(
      shown({
        ...{ documentType: 'cpf', document: '52998224725', name: 'Candidata Um', socialName: '' },
        ...{
          birthDate: '2000-01-31',
          genderId: 3,
          nationality: 'BR',
          rg: 'MG1',
          rgIssuer: null,
          rgState: 'MG',
        },
        ...{ motherName: 'Mãe Dois', email: 'a@alfa.test', cellPhone: '31900000001', phone: '3130000001' },
      }),
    ).toEqual([
      'Nome completo: Candidata Um',
      'CPF: 529.982.247-25',
      'Data de nascimento: 31/01/2000',
      'Gênero: Não binário',
      'Nacionalidade: of BR',
      'RG: MG1',
      'UF: MG',
      'Nome da mãe: Mãe Dois',
      'E-mail: a@alfa.test',
      'Celular: (31) 90000-0001',
      'Telefone: (31) 3000-0001',
    ]);
  });
  it('labels the document of a foreigner', () => {
    const of = (documentType: 'rne' | 'passport', document: string) =>
      shown({ documentType, document, nationality: 'PT', issuingCountry: 'PT', cpf: '52998224725' });
    expect(of('rne', 'V1234567')).toEqual([
      ...['RNE: V123456-7', 'CPF: 529.982.247-25', 'Nacionalidade: of PT', 'País emissor: of PT'],
    ]);
    expect(of('passport', 'AB123456')[0]).toBe('Passaporte: AB123456');
    expect(shown({ rne: 'V1234567', passport: 'AB123456', nationality: 'PT' })).toEqual([
      ...['Nacionalidade: of PT', 'Nº do RNE/RNM: V123456-7', 'Passaporte: AB123456'],
    ]);
  });
  it('S11: is closed after an acceptance', () => {
    expect(LOCKED_AFTER_ACCEPTANCE).toEqual(['document', 'cpf', 'name', 'birthDate']);
    expect(LOCKED_ONCE_GIVEN).toEqual(['rne', 'passport']);
  });
});

it('countries: Brazil first, the others once each by name', () => {
  const all = countries();
  const names = all.slice(1).map(({ name }) => name);
  expect(all[0]).toEqual({ code: 'BR', name: 'Brasil' });
  expect(names).toEqual(expect.arrayContaining(['Angola', 'Portugal', 'Zâmbia']));
  expect(names).toEqual([...names].sort(new Intl.Collator('pt-BR').compare));
  expect(new Set(all.map(({ code }) => code)).size).toBe(all.length);
  expect([isCountry('PT'), isCountry(''), isCountry('XX')]).toEqual([true, false, false]);
});

it('an address counts as changed by its words, not by blanks and punctuation', () => {
  const address = { zipCode: '30130-000', street: 'Rua Um', number: '1', complement: null, cityId: 7 };
  expect(
    addressChanged(address, { ...address, zipCode: '30130000', street: ' Rua Um ', complement: '' }),
  ).toBe(false);
  for (const change of [{ zipCode: '30130001' }, { street: 'Rua Dois' }, { complement: 'x' }, { cityId: 8 }])
    expect(addressChanged(address, { ...address, ...change })).toBe(true);
  expect([addressChanged(null, {}), addressChanged(undefined, { number: '1' })]).toEqual([false, true]);
});

it('an address is shown in one line, without missing parts', () => {
  const address = {
    zipCode: '30130000',
    street: 'Rua Um',
    number: '1',
    complement: ' ',
    neighborhood: 'Centro',
  };
  const city = { name: 'Belo Horizonte', uf: 'MG' };
  expect(addressLine(address, city)).toBe('Rua Um, 1 – Centro – Belo Horizonte/MG – CEP 30130-000');
  expect(addressLine({ street: 'Rua Um' }, null)).toBe('Rua Um');
  expect(addressLine({}, null)).toBe('');
});
