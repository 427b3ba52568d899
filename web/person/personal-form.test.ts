import { describe, expect, it } from 'vitest';
import { addressBody, addressProblems, addressValues, wholeZip } from './address-form.ts';
import { personalBody, personalProblems, personalValues, typedSince } from './personal-form.ts';
import type { PersonData } from './queries.ts';

const data: PersonData = {
  personId: 9001,
  uuid: '3b1e',
  name: 'Candidata Um',
  singleName: false,
  socialName: null,
  documentType: 'cpf',
  document: '11122233396',
  cpf: '11122233396',
  rne: null,
  passport: null,
  rg: null,
  rgIssuer: null,
  rgState: null,
  birthDate: '2003-05-10',
  genderId: 1,
  nationality: 'BR',
  motherName: null,
  issuingCountry: null,
  email: 'um@exemplo.test',
  emailConfirmed: false,
  phone: null,
  cellPhone: '31900000001',
  cellPhoneConfirmed: false,
  personAddress: {
    id: 1,
    street: 'Rua Exemplo',
    number: '100',
    neighborhood: 'Bairro Modelo',
    zipCode: '30100001',
    cityId: 3106200,
    complement: null,
    verified: true,
    city: { id: 3106200, name: 'Belo Horizonte', state: { id: 31, name: 'Minas Gerais', uf: 'MG' } },
  },
  foreignAddress: null,
  locked: [],
};
const today = '2026-01-12';

describe('personal data in a form', () => {
  it('shows stored data formatted for people, and sends it back unchanged', () => {
    const values = personalValues(data);
    expect(values).toMatchObject({
      document: '111.222.333-96',
      birthDate: '10/05/2003',
      cellPhone: '(31) 90000-0001',
    });
    expect(personalProblems(values, { today, place: 'profile' })).toEqual([]);
    expect(personalBody(values, 'profile')).toMatchObject({
      documentType: 'cpf',
      birthDate: '2003-05-10',
      email: 'um@exemplo.test',
      rg: null,
    });
  });

  it('asks more at enrolment, in the order of the page', () => {
    const empty = { ...personalValues(data), name: '', email: '' };
    expect(personalProblems(empty, { today, place: 'enrolment' }).map(({ field }) => field)).toEqual([
      'name',
      'rg',
      'motherName',
      'email',
    ]);
  });

  it('asks people of another nationality for RNE or passport, and sends what they gave', () => {
    const foreigner = { ...personalValues({ ...data, motherName: 'Outra Pessoa' }), nationality: 'AR' };
    const context = { today, place: 'enrolment' } as const;
    expect(personalProblems(foreigner, context).map(({ field }) => field)).toEqual(['rne', 'issuingCountry']);
    const given = { ...foreigner, passport: 'XA1234567', issuingCountry: 'AR' };
    expect(personalProblems(given, context).map(({ field }) => field)).toEqual([]);
    expect(personalBody(given, 'enrolment')).toMatchObject({
      passport: 'XA1234567',
      rne: null,
      issuingCountry: 'AR',
    });
    expect(personalBody(given, 'enrolment', ['passport'])).not.toHaveProperty('passport');
    expect(personalValues({ ...data, rne: 'V1234567' }).rne).toBe('V123456-7');
  });

  it('omits what is locked after the acceptance, and what this page does not ask', () => {
    const body = personalBody(personalValues(data), 'profile', ['document', 'cpf', 'name', 'birthDate']);
    expect(Object.keys(body).sort()).toEqual(
      [
        'cellPhone',
        'email',
        'genderId',
        'nationality',
        'phone',
        'rg',
        'rgIssuer',
        'rgState',
        'socialName',
      ].sort(),
    );
  });
});

describe('address in a form', () => {
  const values = { personAddress: addressValues(data.personAddress) };

  it('converts both ways', () => {
    expect(values.personAddress).toMatchObject({ zipCode: '30100-001', stateId: 31 });
    expect(addressBody(values)).toEqual({
      zipCode: '30100001',
      street: 'Rua Exemplo',
      number: '100',
      complement: null,
      neighborhood: 'Bairro Modelo',
      cityId: 3106200,
    });
  });

  it('names its fields by path and checks the CEP against the state', () => {
    expect(addressProblems(values, 'MG')).toEqual([]);
    expect(addressProblems(values, 'SP')).toEqual([
      { field: 'personAddress.zipCode', message: 'CEP inválido.' },
    ]);
    const blank = addressProblems({ personAddress: addressValues(null) }, undefined);
    expect(blank.at(-1)).toEqual({ field: 'personAddress.cityId', message: 'Selecione uma cidade.' });
  });

  it('looks up only complete CEPs', () => {
    expect(wholeZip('30100-00')).toBeNull();
    expect(wholeZip('30100-001')).toBe('30100001');
  });
});

describe('changes made while a save was running', () => {
  it('are identified by field path, and nothing else is', () => {
    const sent = { name: 'A', genderId: 1, personAddress: { street: 'Rua A', number: '1' } };
    expect(typedSince(sent, structuredClone(sent))).toEqual([]);
    const now = { name: 'A', genderId: null, personAddress: { street: 'Rua B', number: '1' } };
    expect(typedSince(sent, now)).toEqual([
      ['genderId', null],
      ['personAddress.street', 'Rua B'],
    ]);
  });
});
