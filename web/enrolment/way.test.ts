import { describe, expect, it } from 'vitest';
import type { PersonData } from '../person/queries.ts';
import type { EnrollmentData } from './queries.ts';
import { byPage, partAfter, partPath, partsOf, partToOpen } from './way.ts';

const data = (
  personal: boolean,
  schooling: boolean,
  guardian?: boolean,
  disciplines?: boolean,
): EnrollmentData => ({
  schooling: null,
  schoolPlace: null,
  guardian: null,
  motherName: null,
  complete: { personal, schooling, guardian: guardian ?? true, disciplines: disciplines ?? true },
  conclusionYearLimit: 2026,
  minor: guardian !== undefined,
  useDisciplines: disciplines !== undefined,
});

describe('parts of the enrolment data', () => {
  it('include a guardian for minors only', () => {
    expect(partsOf(data(false, false)).map(({ step }) => step)).toEqual(['personal', 'schooling', 'review']);
    expect(partsOf(data(false, false, false)).map(({ step }) => step)).toContain('guardian');
  });

  it('include disciplines where the offer has some, before the review', () => {
    const parts = partsOf(data(true, true, undefined, false)).map(({ step }) => step);
    expect(parts).toEqual(['personal', 'schooling', 'disciplines', 'review']);
  });

  it.each([
    [data(false, false), 'revisao', 'personal'],
    [data(true, false), 'revisao', 'schooling'],
    [data(true, false), 'dados-pessoais', 'personal'],
    [data(true, true), 'revisao', 'review'],
    [data(true, true), 'escolaridade', 'schooling'],
    [data(true, true), 'responsavel', 'review'],
    [data(true, true, false), 'revisao', 'guardian'],
    [data(true, true), 'nonsense', 'review'],
    [data(false, true), null, 'personal'],
    [data(true, true, undefined, false), 'revisao', 'disciplines'],
    [data(true, true, undefined, true), 'disciplinas', 'disciplines'],
    [data(true, true), 'disciplinas', 'review'],
  ])('open in order: case %#', (given, asked, part) => {
    expect(partToOpen(given, asked)).toBe(part);
  });

  it.each([
    [data(true, false), 'personal', 'schooling'],
    [data(true, true), 'schooling', 'review'],
    [data(true, true, true), 'schooling', 'guardian'],
    [data(false, true), 'schooling', 'personal'],
    [data(true, true, undefined, false), 'schooling', 'disciplines'],
    [data(true, true, undefined, true), 'disciplines', 'review'],
  ] as const)('continue with the next part: case %#', (given, saved, part) => {
    expect(partAfter(given, saved)).toBe(part);
  });

  it('each have an address', () => {
    expect(partPath({ applicationType: 'essay', id: 5001 }, 'personal')).toBe(
      '/subscriptions/essays/5001?etapa=dados-pessoais',
    );
  });

  const person = {
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
    rg: 'MG1234567',
    rgIssuer: null,
    rgState: null,
    birthDate: '2003-05-10',
    genderId: 1,
    nationality: 'BR',
    motherName: 'Responsável Exemplo',
    issuingCountry: null,
    email: 'um@exemplo.test',
    emailConfirmed: true,
    phone: null,
    cellPhone: '31900000001',
    cellPhoneConfirmed: true,
    personAddress: null,
    foreignAddress: null,
    locked: [],
  } satisfies PersonData;

  it('ask for the postal address on the schooling page', () => {
    expect(partToOpen(byPage(data(false, false), person, '2026-01-12'), null)).toBe('schooling');
    expect(partToOpen(byPage(data(false, true), person, '2026-01-12'), null)).toBe('schooling');
    expect(partToOpen(byPage(data(false, true), { ...person, rg: null }, '2026-01-12'), null)).toBe(
      'personal',
    );
    expect(partToOpen(byPage(data(true, true), person, '2026-01-12'), null)).toBe('review');
  });
});
