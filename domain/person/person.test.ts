import { describe, expect, it } from 'vitest';
import {
  type Address,
  addressChanged,
  addressErrors,
  addressLine,
  countries,
  countryName,
  fillFromZip,
  type PersonalContext,
  type PersonalData,
  personalAnswers,
  personalErrors,
  personalFields,
  verifiedAfter,
} from './index.ts';

const enrolment: PersonalContext = { today: '2026-01-12', place: 'enrolment' };
const profile: PersonalContext = { ...enrolment, place: 'profile' };
const candidate: PersonalData = {
  name: 'Candidata Um',
  documentType: 'cpf',
  document: '11122233396',
  rg: 'MG1234567',
  rgIssuer: 'SSP',
  rgState: 'MG',
  birthDate: '2003-05-10',
  genderId: 1,
  nationality: 'BR',
  motherName: 'Responsável Exemplo',
  email: 'um@exemplo.test',
  cellPhone: '31900000001',
};

describe('personal data', () => {
  it('accepts complete data', () => {
    expect(personalErrors(candidate, enrolment)).toEqual([]);
  });
  it.each([
    ['111111', 'RG inválido. As letras e os números são todos iguais.'],
    ['12345', 'RG inválido. Escreva 6 ou mais letras e números.'],
    ['xxnullxx', 'RG inválido. Escreva o número, sem a palavra "null".'],
  ])('refuses the RG %s and says why', (rg, message) => {
    expect(personalErrors({ ...candidate, rg }, enrolment)).toEqual([{ field: 'rg', message }]);
  });
  it('accepts a single name for the mother when declared', () => {
    const wrong = (values: PersonalData) =>
      personalErrors({ nationality: 'BR', ...values }, { today: '2026-01-12', place: 'enrolment' })
        .filter(({ field }) => field === 'motherName')
        .map(({ message }) => message);
    expect(wrong({ motherName: 'Suharti' })).toEqual(['Informe Nome e Sobrenome.']);
    expect(wrong({ motherName: 'Suharti', motherSingleName: false })).toEqual(['Informe Nome e Sobrenome.']);
    expect(wrong({ motherName: 'Suharti', motherSingleName: true })).toEqual([]);
    expect(wrong({ motherName: 'Su', motherSingleName: true })).toEqual(['Mínimo de 3 caracteres.']);
    expect(wrong({ motherName: '', motherSingleName: true })).toEqual(['Obrigatório.']);
  });
  it('accepts a single name with an RNE or passport when declared', () => {
    const wrong = (values: PersonalData) =>
      personalErrors({ ...candidate, name: 'Suharto', ...values }, profile).map(({ message }) => message);
    expect(wrong({ documentType: 'rne', document: 'V1234567', singleName: true })).toEqual([]);
    expect(wrong({ documentType: 'passport', document: 'XA123456', singleName: true })).toEqual([]);
    expect(wrong({ passport: 'XA123456', singleName: true })).toEqual([]);
    for (const values of [{ singleName: true }, { passport: 'XA123456', singleName: false }, {}])
      expect(wrong(values)).toEqual(['Informe Nome e Sobrenome.']);
  });
  it('accepts a CIN, whose number is the CPF', () => {
    expect(personalErrors({ ...candidate, rg: '111.222.333-96' }, enrolment)).toEqual([]);
  });
  it('requires RG and mother only at enrolment', () => {
    const { rg: _rg, motherName: _mother, ...little } = candidate;
    expect(personalErrors(little, profile)).toEqual([]);
    expect(personalErrors(little, enrolment).map(({ field }) => field)).toEqual(['rg', 'motherName']);
  });
  it('requires a document and its country from foreigners instead of the RG', () => {
    const foreigner: PersonalData = { ...candidate, rg: null, nationality: 'AR' };
    expect(personalErrors(foreigner, enrolment).map(({ field }) => field)).toEqual(['rne', 'issuingCountry']);
    const complete = { ...foreigner, passport: 'XA1234567', issuingCountry: 'AR' };
    expect(personalErrors(complete, enrolment)).toEqual([]);
    expect(personalFields(complete, 'enrolment')).not.toContain('rg');
  });
  it('does not ask again for the sign-in document', () => {
    const values: PersonalData = {
      ...candidate,
      documentType: 'rne',
      document: 'V1234567',
      nationality: 'BO',
      issuingCountry: 'BR',
    };
    expect(personalErrors(values, enrolment)).toEqual([]);
    expect(personalFields(values, 'enrolment')).not.toContain('rne');
    expect(personalFields(values, 'enrolment')).toContain('passport');
  });
  it('shows answers for the review page', () => {
    const answers = personalAnswers(candidate, { country: countryName });
    expect(answers).toContainEqual({ field: 'document', label: 'CPF', answer: '111.222.333-96' });
    expect(answers).toContainEqual({ field: 'genderId', label: 'Gênero', answer: 'Feminino' });
    expect(answers).toContainEqual({ field: 'nationality', label: 'Nacionalidade', answer: 'Brasil' });
    expect(answers.some(({ field }) => field === 'phone')).toBe(false);
  });
});

const home: Address = {
  zipCode: '30100-001',
  street: 'Rua Exemplo',
  number: '100',
  neighborhood: 'Bairro Modelo',
  cityId: 3106200,
};

describe('address', () => {
  it('accepts S/N and refuses what is missing', () => {
    expect(addressErrors({ ...home, number: 'S/N' }, 'MG')).toEqual([]);
    expect(addressErrors({}, null, 'personAddress.')).toEqual([
      { field: 'personAddress.zipCode', message: 'Obrigatório.' },
      { field: 'personAddress.street', message: 'Obrigatório.' },
      { field: 'personAddress.number', message: 'Obrigatório.' },
      { field: 'personAddress.neighborhood', message: 'Obrigatório.' },
      { field: 'personAddress.cityId', message: 'Selecione uma cidade.' },
    ]);
  });
  it('refuses a CEP of another state', () => {
    expect(addressErrors(home, 'SP')).toEqual([{ field: 'zipCode', message: 'CEP inválido.' }]);
  });
  it('is verified only while the look-up matched and nothing changed', () => {
    const saved = { ...home, verified: true };
    expect(verifiedAfter(null, home, { cityId: 3106200 })).toBe(true);
    expect(verifiedAfter(null, home, { cityId: 3550308 })).toBe(false);
    expect(verifiedAfter(saved, { ...home, zipCode: '30100001' }, null)).toBe(true);
    expect(verifiedAfter(saved, { ...home, number: '101' }, null)).toBe(false);
    expect(addressChanged(null, home)).toBe(true);
  });
  it('is no longer verified once any part is edited, until another CEP is looked up', () => {
    const lookup = { cityId: 3106200, street: 'Rua Exemplo', neighborhood: 'Bairro Modelo' };
    expect(verifiedAfter(null, { ...home, street: ' rua exemplo ' }, lookup)).toBe(true);
    expect(verifiedAfter(null, { ...home, street: 'Rua Outra' }, lookup)).toBe(false);
    expect(verifiedAfter(null, { ...home, neighborhood: 'Centro' }, lookup)).toBe(false);
    const saved = { ...home, verified: true };
    for (const edit of [
      { street: 'Rua Outra' },
      { number: '7' },
      { complement: 'Casa' },
      { neighborhood: 'Centro' },
    ])
      expect(verifiedAfter(saved, { ...home, ...edit }, lookup), JSON.stringify(edit)).toBe(false);
    const elsewhere = { ...saved, zipCode: '30999999' };
    expect(verifiedAfter(elsewhere, home, lookup)).toBe(true);
  });
  it('removes what a CEP filled in with it, and keeps what was typed by hand', () => {
    const place = { cityId: 1, stateId: 2 };
    const street = { street: 'Rua Um', neighborhood: 'Centro', ...place };
    const none = { street: null, neighborhood: '', ...place };
    const other = { street: 'Rua Dois', neighborhood: 'Norte', cityId: 3, stateId: 4 };
    const blank = { street: '', neighborhood: '', stateId: null, cityId: null };
    expect(fillFromZip(blank, street, {})).toEqual(street);
    expect(fillFromZip(street, none, street)).toEqual({ ...blank, ...place });
    expect(fillFromZip(street, other, street)).toEqual(other);
    expect(fillFromZip(street, null, street)).toEqual(blank);
    const byHand = { ...street, street: 'Rua Três' };
    expect(fillFromZip(byHand, none, street)).toEqual({ ...place, street: 'Rua Três', neighborhood: '' });
    expect(fillFromZip(byHand, other, street)).toEqual({ ...other, street: 'Rua Três' });
    expect(fillFromZip({ ...street, cityId: 9, stateId: 8 }, null, street)).toEqual({
      ...blank,
      ...{ cityId: 9, stateId: 8 },
    });
  });
  it('fits one line', () => {
    expect(addressLine(home, { name: 'Belo Horizonte', uf: 'MG' })).toBe(
      'Rua Exemplo, 100 – Bairro Modelo – Belo Horizonte/MG – CEP 30100-001',
    );
  });
  it('lists Brazil first', () => {
    expect(countries()[0]).toEqual({ code: 'BR', name: 'Brasil' });
    expect(new Set(countries().map(({ code }) => code)).size).toBe(countries().length);
  });
});
