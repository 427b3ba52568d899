import { describe, expect, it } from 'vitest';
import { TEXTS } from '../foundation/index.ts';
import {
  CONCLUSION_TEXTS,
  conclusionYear,
  GUARDIAN_TEXTS,
  guardianErrorCode,
  guardianErrors,
  RELATIONSHIPS,
  SCHOOL_TYPES,
  SCHOOLING_LEVELS,
  schoolingAnswers,
  schoolingErrors,
  schoolingFields,
  youngAge,
} from './index.ts';

describe('guardian (12.3)', () => {
  const guardian = {
    ...{ relationship: RELATIONSHIPS[0].code, name: 'Guardiã Um', cpf: '52998224725' },
    ...{ birthDate: '1980-01-12', email: 'g@alfa.test', cellPhone: '31900000002' },
  };
  const context = {
    ...{ today: '2026-01-12', acceptanceMode: 'code' as const },
    candidate: { cpf: '11144477735', email: 'c@alfa.test', cellPhone: '31900000001' },
  };
  const errors = (changes: object, of: object = context) =>
    guardianErrors({ ...guardian, ...changes } as never, of as never).map(({ field, message }) => [
      field,
      message,
    ]);

  it('is valid as it is', () => expect(errors({})).toEqual([]));
  it.each([
    ['2008-01-12', undefined],
    ['2008-01-13', GUARDIAN_TEXTS.underage],
    ['2026-01-12', GUARDIAN_TEXTS.underage],
    ['2026-01-13', TEXTS.futureDate],
    ['1905-01-13', undefined],
    ['1905-01-12', TEXTS.date],
    ['1904-06-01', TEXTS.date],
    ['1980-02-30', TEXTS.date],
    ['', TEXTS.required],
  ])('born on %s: %s', (birthDate, text) => {
    expect(errors({ birthDate })).toEqual(text ? [['birthDate', text]] : []);
  });
  it.each([
    ['', TEXTS.required],
    ['nobody', 'Selecione uma opção.'],
  ])('relationship %s: %s', (relationship, text) => {
    expect(errors({ relationship })).toEqual([['relationship', text]]);
  });
  it('S18: has a CPF of their own, and with codes an e-mail and a phone of their own', () => {
    const same = { email: ' C@alfa.test', cellPhone: '(31) 90000-0001' };
    expect(errors({ cpf: '111.444.777-35' })).toEqual([['cpf', GUARDIAN_TEXTS.sameCpf]]);
    expect(errors(same)).toEqual([
      ['email', GUARDIAN_TEXTS.sameContact],
      ['cellPhone', GUARDIAN_TEXTS.sameContact],
    ]);
    expect(errors(same, { ...context, acceptanceMode: 'declared' })).toEqual([]);
  });
  it('is not compared with contacts the candidate does not have', () => {
    expect(errors({}, { ...context, candidate: {} })).toEqual([]);
    expect(errors({ email: '' }, { ...context, candidate: { email: '' } })).toEqual([
      ['email', TEXTS.required],
    ]);
  });
  it('a single error has its specific code', () => {
    const code = (...texts: string[]) => guardianErrorCode(texts.map((message) => ({ field: 'x', message })));
    expect(code()).toBe('VALIDATION');
    expect(code(GUARDIAN_TEXTS.underage)).toBe('GUARDIAN_UNDERAGE');
    expect(code(GUARDIAN_TEXTS.sameCpf)).toBe('GUARDIAN_SAME_CPF');
    expect(code(GUARDIAN_TEXTS.sameContact, GUARDIAN_TEXTS.sameContact)).toBe('GUARDIAN_SAME_CONTACT');
    expect(code(GUARDIAN_TEXTS.underage, GUARDIAN_TEXTS.sameCpf)).toBe('VALIDATION');
    expect(code(TEXTS.required)).toBe('VALIDATION');
  });
});

describe('schooling (12.2)', () => {
  const year = { birthDate: '2000-01-01', limit: 2026 };
  it.each([
    [null, undefined],
    [undefined, undefined],
    [2001, CONCLUSION_TEXTS.tooYoung(1)],
    [2009, 'Confira o ano: você teria 9 anos.'],
    [2010, 'Você concluiu aos 10 anos. Está certo?'],
    [2013, 'Você concluiu aos 13 anos. Está certo?'],
    [2014, undefined],
    [2026, undefined],
    [2000, CONCLUSION_TEXTS.afterBirth],
    [0, CONCLUSION_TEXTS.afterBirth],
    [-1, CONCLUSION_TEXTS.invalid],
    [2027, CONCLUSION_TEXTS.notAfter(2026)],
    [9999, CONCLUSION_TEXTS.notAfter(2026)],
    [10_000, CONCLUSION_TEXTS.invalid],
    [2010.5, CONCLUSION_TEXTS.invalid],
  ])('school ended in %s: %s', (value, text) => expect(conclusionYear(year, false)(value)).toBe(text));
  it('a confirmed early year is accepted from the age of ten', () => {
    const sure = conclusionYear(year, true);
    expect([2009, 2010, 2013].map((value) => sure(value))).toEqual([
      CONCLUSION_TEXTS.tooYoung(9),
      undefined,
      undefined,
    ]);
    expect([2009, 2010, 2013, 2014, null].map((value) => youngAge(value, year.birthDate))).toEqual([
      ...[undefined, 10, 13, undefined, undefined],
    ]);
  });

  const school = {
    ...{ schoolName: 'Escola Um', schoolType: SCHOOL_TYPES[0].code, stateId: 31, cityId: 3_106_200 },
    conclusionYear: 2020,
  };
  const wrong = (kind: 'school' | 'degree' | 'level', values: object) =>
    schoolingErrors(kind, values as never, year).map(({ field }) => field);
  it.each<['school' | 'degree' | 'level', object, string[]]>([
    ['school', school, []],
    ['school', {}, ['schoolName', 'schoolType', 'stateId', 'cityId', 'conclusionYear']],
    ['school', { ...school, schoolName: 's'.repeat(121) }, ['schoolName']],
    ['school', { ...school, schoolType: 'none' }, ['schoolType']],
    ['school', { ...school, schoolType: 'abroad', stateId: null, cityId: null }, []],
    ['degree', {}, ['institutionName', 'courseName', 'conclusionYear']],
    [
      'degree',
      { institutionName: 'i'.repeat(121), courseName: 'Letras', conclusionYear: 2020 },
      ['institutionName'],
    ],
    ['level', {}, ['level']],
    ['level', { level: 'none' }, ['level']],
    ['level', { level: SCHOOLING_LEVELS[0].code, conclusionYear: 2030 }, ['conclusionYear']],
    ['level', { level: SCHOOLING_LEVELS[0].code }, []],
  ])('%s %j: %j', (kind, values, fields) => expect(wrong(kind, values)).toEqual(fields));

  it('does not require the city of a school abroad', () => {
    const fields = (values: object) => schoolingFields('school', values as never).map(({ field }) => field);
    expect(fields(school)).toEqual([
      'schoolName',
      'schoolType',
      'stateId',
      'cityId',
      'conclusionYear',
      'fies',
    ]);
    expect(fields({ schoolType: 'abroad' })).toEqual(['schoolName', 'schoolType', 'conclusionYear', 'fies']);
  });
  it('labels the year by the kind of schooling', () => {
    const label = (kind: 'school' | 'degree') =>
      schoolingFields(kind).find(({ field }) => field === 'conclusionYear')?.label;
    expect(label('degree')).toBe('Ano de conclusão da graduação');
    expect(label('school')).toBe('Ano de conclusão do ensino médio');
    expect(schoolingFields('degree')[0]?.label).toBe('Instituição de graduação');
  });
  it('shows labels of answers and omits empty ones', () => {
    const place = { city: 'Belo Horizonte', state: 'Minas Gerais' };
    const shown = (kind: 'school' | 'level', values: object, where: typeof place | null = null) =>
      schoolingAnswers(kind, values as never, where).map(({ field, answer }) => [field, answer]);
    expect(shown('school', { ...school, fies: true }, place)).toEqual([
      ['schoolName', 'Escola Um'],
      ['schoolType', SCHOOL_TYPES[0].label],
      ['stateId', 'Minas Gerais'],
      ['cityId', 'Belo Horizonte'],
      ['conclusionYear', '2020'],
      ['fies', 'Sim'],
    ]);
    expect(shown('school', { schoolType: SCHOOL_TYPES[1].code, fies: false })).toEqual([
      ['schoolType', SCHOOL_TYPES[1].label],
    ]);
    expect(shown('level', { level: SCHOOLING_LEVELS[1].code })).toEqual([
      ['level', SCHOOLING_LEVELS[1].label],
    ]);
    expect(shown('level', { level: 'none' })).toEqual([]);
  });
});
