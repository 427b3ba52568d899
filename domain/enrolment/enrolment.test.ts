import { describe, expect, it } from 'vitest';
import {
  afterAnalysis,
  chosenDisciplines,
  conclusionYearLimit,
  type EnrolmentFacts,
  electiveProblem,
  enrolmentSteps,
  type Guardian,
  type GuardianContext,
  guardianErrorCode,
  guardianErrors,
  guardianRole,
  holdExpiration,
  isHoldOver,
  missingForContract,
  type Schooling,
  schoolingAnswers,
  schoolingErrors,
  schoolingFields,
  schoolingKind,
} from './index.ts';

const year = { birthDate: '2003-05-10', limit: 2026 };
const school: Schooling = {
  schoolName: 'Escola Exemplo',
  schoolType: 'public',
  stateId: 31,
  cityId: 3106200,
  conclusionYear: 2021,
  fies: false,
};

describe('schooling', () => {
  it('selects the form by application type', () => {
    expect(
      ['graduation', 'essay', 'postgraduate', 'tax', 'postgraduate-with-fee', 'extension'].map(schoolingKind),
    ).toEqual(['school', 'school', 'degree', 'degree', 'degree', 'level']);
  });
  it('accepts complete data', () => {
    expect(schoolingErrors('school', school, year)).toEqual([]);
  });
  it.each([
    [2003, 'O ano de conclusão deve ser posterior ao ano de nascimento.'],
    [2027, 'O ano de conclusão não pode ser posterior a 2026.'],
    [undefined, 'Obrigatório.'],
    [2021.5, 'Ano inválido.'],
  ])('judges the year %s', (conclusionYear, message) => {
    expect(schoolingErrors('school', { ...school, conclusionYear }, year)).toEqual([
      { field: 'conclusionYear', message },
    ]);
  });
  it('allows no year after classes start', () => {
    expect(conclusionYearLimit('2026-02-23', '2025-12-01')).toBe(2026);
    expect(conclusionYearLimit(null, '2025-12-01')).toBe(2025);
  });
  it('does not ask for a Brazilian city when the school is abroad', () => {
    const { stateId: _s, cityId: _c, ...abroad } = { ...school, schoolType: 'abroad' };
    expect(schoolingErrors('school', abroad, year)).toEqual([]);
    expect(schoolingFields('school', abroad).map(({ field }) => field)).not.toContain('cityId');
  });
  it('a missing city has its own text', () => {
    expect(schoolingErrors('school', { ...school, cityId: 0 }, year)).toEqual([
      { field: 'cityId', message: 'Selecione uma cidade.' },
    ]);
  });
  it('labels the year of a degree', () => {
    expect(schoolingFields('degree')).toContainEqual({
      field: 'conclusionYear',
      label: 'Ano de conclusão da graduação',
    });
    expect(schoolingErrors('degree', {}, year)).toHaveLength(3);
    expect(schoolingErrors('level', { level: 'degree' }, year)).toEqual([]);
  });
  it('shows answers', () => {
    const place = { city: 'Belo Horizonte', state: 'Minas Gerais' };
    expect(schoolingAnswers('school', school, place).map(({ answer }) => answer)).toEqual([
      'Escola Exemplo',
      'Pública',
      'Minas Gerais',
      'Belo Horizonte',
      '2021',
    ]);
  });
});

const guardian: Guardian = {
  relationship: 'mother',
  name: 'Responsável Três',
  cpf: '444.555.666-19',
  birthDate: '1980-01-01',
  email: 'resp@exemplo.test',
  cellPhone: '31900000103',
  sameAddress: true,
};
const context: GuardianContext = {
  today: '2026-01-12',
  acceptanceMode: 'code',
  candidate: { cpf: '33344455508', email: 'tres@exemplo.test', cellPhone: '31900000003' },
};

describe('guardian', () => {
  it('accepts an adult with own contacts', () => {
    expect(guardianErrors(guardian, context)).toEqual([]);
    const one = { ...guardian, name: 'Suharto' };
    expect(guardianErrors(one, context)[0]?.message).toBe('Informe Nome e Sobrenome.');
    expect(guardianErrors({ ...one, singleName: true }, context)).toEqual([]);
  });
  it.each<[Guardian, string, string]>([
    [
      { birthDate: '2008-01-13' },
      'O responsável financeiro deve ter no mínimo 18 anos.',
      'GUARDIAN_UNDERAGE',
    ],
    [
      { cpf: '333.444.555-08' },
      'O CPF do responsável deve ser diferente do CPF do candidato.',
      'GUARDIAN_SAME_CPF',
    ],
    [{ email: 'TRES@exemplo.test' }, 'Informe um contato diferente do candidato.', 'GUARDIAN_SAME_CONTACT'],
    [{ cellPhone: '(31) 90000-0003' }, 'Informe um contato diferente do candidato.', 'GUARDIAN_SAME_CONTACT'],
    [{ name: '' }, 'Obrigatório.', 'VALIDATION'],
  ])('%o', (changes, message, code) => {
    const errors = guardianErrors({ ...guardian, ...changes }, context);
    expect(errors.map((error) => error.message)).toEqual([message]);
    expect(guardianErrorCode(errors)).toBe(code);
  });
  it('accepts somebody on the 18th birthday', () => {
    expect(guardianErrors({ ...guardian, birthDate: '2008-01-12' }, context)).toEqual([]);
  });
  it('lets contacts be shared where the acceptance is declared', () => {
    const shared = { ...guardian, email: 'tres@exemplo.test' };
    expect(guardianErrors(shared, { ...context, acceptanceMode: 'declared' })).toEqual([]);
  });
  it('requires an address that is not the candidate’s', () => {
    expect(guardianErrors({ ...guardian, sameAddress: false }, context)[0]?.field).toBe(
      'personAddress.zipCode',
    );
  });
  it.each<[string, Partial<Guardian>, string[]]>([
    ['whole', {}, []],
    ['without what every country has', { foreignAddress: { country: 'PT' } }, ['street', 'city']],
    ['in Brazil', { foreignAddress: { country: 'BR', street: 'Rua A, 1', city: 'Recife' } }, ['country']],
    ['beside one in Brazil', { personAddress: { street: 'Rua A' } }, ['']],
    ['that is the candidate’s all the same', { sameAddress: true, foreignAddress: {} }, []],
  ])('names what is wrong with an address abroad: %s', (_, changes, fields) => {
    const foreignAddress = { country: 'PT', street: 'Rua do Exemplo, 10', city: 'Lisboa' };
    const errors = guardianErrors({ ...guardian, sameAddress: false, foreignAddress, ...changes }, context);
    expect(errors.map(({ field }) => field)).toEqual(
      fields.map((field) => (field ? `foreignAddress.${field}` : 'foreignAddress')),
    );
  });
  it.each([
    ['+351 912 345 678', true],
    ['00351912345678', false],
    ['+55 31 3222-2222', false],
    ['(31) 90000-0103', true],
  ])('the cell phone %s of whatever country is accepted: %s', (cellPhone, accepted) => {
    expect(guardianErrors({ ...guardian, cellPhone }, context)).toHaveLength(accepted ? 0 : 1);
  });
  it('a guardian assists from sixteen on', () => {
    expect(guardianRole('2010-01-12', '2026-01-12')).toBe('assists');
    expect(guardianRole('2010-01-13', '2026-01-12')).toBe('represents');
  });
});

describe('steps', () => {
  const facts: EnrolmentFacts = {
    minor: false,
    useDisciplines: false,
    complete: { personal: true, schooling: false, guardian: false, disciplines: false },
  };
  it('are three sub-steps for adults, in order', () => {
    expect(enrolmentSteps(facts).map(({ step, state, open }) => [step, state, open])).toEqual([
      ['personal', 'done', true],
      ['schooling', 'current', true],
      ['review', 'todo', false],
    ]);
  });
  it("include minors' and discipline steps", () => {
    const all = { ...facts, minor: true, useDisciplines: true };
    expect(enrolmentSteps(all).map(({ step }) => step)).toEqual([
      'personal',
      'schooling',
      'guardian',
      'disciplines',
      'review',
    ]);
    expect(missingForContract(all)).toEqual({ missing: ['schooling', 'disciplines'], guardian: true });
  });
  it('let the contract be accepted when nothing is missing', () => {
    const done = { ...facts, complete: { ...facts.complete, schooling: true } };
    expect(missingForContract(done)).toEqual({ missing: [], guardian: false });
    expect(enrolmentSteps(done).at(-1)).toMatchObject({ state: 'current', open: true });
  });
});

describe('disciplines and classes', () => {
  const offered = [
    { id: 1, mandatory: true },
    { id: 2, mandatory: false },
    { id: 3, mandatory: false },
    { id: 4, mandatory: false },
  ];
  it.each([
    [[2], undefined],
    [[], 'Selecione de 1 a 2 disciplinas eletivas.'],
    [[2, 3, 4], 'Selecione de 1 a 2 disciplinas eletivas.'],
    [[2, 99], 'Selecione de 1 a 2 disciplinas eletivas.'],
  ])('judges %j', (ticked, problem) => {
    expect(electiveProblem(offered, ticked, { min: 1, max: 2 })).toBe(problem);
  });
  it.each([
    [0, 1, 'Se quiser, selecione até 1 disciplina eletiva.'],
    [0, 2, 'Se quiser, selecione até 2 disciplinas eletivas.'],
    [1, 1, 'Selecione 1 disciplina eletiva.'],
    [2, 2, 'Selecione 2 disciplinas eletivas.'],
    [1, 3, 'Selecione de 1 a 3 disciplinas eletivas.'],
  ])('states %d to %d electives in words', (min, max, text) => {
    expect(electiveProblem(offered, [99], { min, max })).toBe(text);
  });
  it('always keeps the mandatory ones', () => {
    expect(chosenDisciplines(offered, [3])).toEqual([1, 3]);
  });
  it('leaves out disciplines accepted from a transfer, and counts accepted electives', () => {
    const after = (accepted: number[], limits: { min: number; max: number }) => {
      const left = afterAnalysis(offered, accepted, limits);
      return [left.offered.map(({ id }) => id), left.limits.min, left.limits.max];
    };
    expect(after([], { min: 1, max: 2 })).toEqual([[1, 2, 3, 4], 1, 2]);
    expect(after([1], { min: 1, max: 2 })).toEqual([[2, 3, 4], 1, 2]);
    expect(after([1, 2], { min: 1, max: 2 })).toEqual([[3, 4], 0, 1]);
    expect(after([2, 3, 4], { min: 1, max: 2 })).toEqual([[1], 0, 0]);
    expect(after([99], { min: 3, max: 9 })).toEqual([[1, 2, 3, 4], 3, 3]);
  });
  it('frees a place at the end of its hold, not before', () => {
    const end = new Date('2026-01-12T10:30:00Z');
    expect(isHoldOver(end, new Date('2026-01-12T10:29:59.999Z'))).toBe(false);
    expect(isHoldOver(end, end)).toBe(true);
  });
  it('extends a hold by an open charge', () => {
    const now = new Date('2026-01-12T10:00:00Z');
    expect(holdExpiration(now, 30)).toEqual(new Date('2026-01-12T10:30:00Z'));
    expect(holdExpiration(now, 30, new Date('2026-01-12T11:00:00Z'))).toEqual(
      new Date('2026-01-12T11:00:00Z'),
    );
    expect(holdExpiration(now, 30, new Date('2026-01-12T10:10:00Z'))).toEqual(
      new Date('2026-01-12T10:30:00Z'),
    );
  });
});
