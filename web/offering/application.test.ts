import { describe, expect, it } from 'vitest';
import { applicationBody, applicationField, applicationProblems, blankApplication } from './application.ts';
import type { Offer } from './queries.ts';

const offer: Offer = {
  id: 11,
  name: 'Vestibular online 2026-1',
  type: 1,
  ingressMode: { name: 'Vestibular online', kind: 'online-essay' },
  requiresClass: false,
  selection: [{ code: 'assessment', label: 'Redação' }],
  classes: [],
  requiredSchooling: null,
  intake: { id: 301, startDate: '2025-10-01', endDate: '2026-02-13', classStartDate: '2026-02-23' },
  courses: [
    { id: 101, name: 'Administração', modalityDescription: 'EaD', duration: null, priceFrom: 360, fee: null },
  ],
  priceFrom: 360,
  institutionCode: 'CUA01',
};
const today = '2026-01-12';
const filled = { ...blankApplication(101, 11), poleId: 201, level: 'high-school' as const };
const problems = (more: object, of: Offer = offer) =>
  Object.fromEntries(
    applicationProblems({ ...filled, ...more }, of, today).map(({ field, message }) => [field, message]),
  );

describe('application', () => {
  it('needs course, pole, ingress mode and schooling', () => {
    expect(problems({ courseId: 0, poleId: 0, offerId: 0, level: '' })).toEqual({
      courseId: 'Obrigatório.',
      poleId: 'Obrigatório.',
      offerId: 'Obrigatório.',
      level: 'Obrigatório.',
    });
    expect(problems({})).toEqual({});
  });

  it('asks for the year of unfinished schooling, and refuses one too late', () => {
    const studying = { level: 'high-school-in-progress' };
    expect(problems(studying)).toEqual({ expectedYear: 'Obrigatório.' });
    expect(problems({ ...studying, expectedYear: '26' })).toEqual({ expectedYear: 'Ano inválido.' });
    expect(problems({ ...studying, expectedYear: '2026' })).toEqual({});
    expect(problems({ ...studying, expectedYear: '2027' })).toEqual({
      expectedYear: 'Este curso exige ensino médio concluído até o início das aulas.',
    });
  });

  it('requires a degree for postgraduate courses', () => {
    expect(problems({}, { ...offer, type: 2 })).toEqual({
      level: 'Este curso exige graduação concluída até o início das aulas.',
    });
  });

  it('requires for an extension course what its offer requires', () => {
    const extension = { ...offer, type: 3 as const };
    expect(problems({}, extension)).toEqual({});
    expect(problems({}, { ...extension, requiredSchooling: 'degree' })).toEqual({
      level: 'Este curso exige graduação concluída até o início das aulas.',
    });
  });

  it('asks which accommodations are needed, only where something is evaluated', () => {
    expect(problems({ needsHelp: true })).toEqual({
      kinds: 'Escolha um recurso ou conte do que você precisa.',
    });
    expect(problems({ needsHelp: true, kinds: ['extra-time'] })).toEqual({});
    expect(problems({ needsHelp: true, notes: 'Uso cadeira de rodas' })).toEqual({});
    expect(problems({ needsHelp: true, notes: 'x'.repeat(2001) })).toEqual({
      notes: 'Máximo de 2000 caracteres.',
    });
    expect(
      applicationBody({ ...filled, needsHelp: true, notes: 'Uso cadeira de rodas ' }, offer),
    ).toMatchObject({
      accessibility: { kinds: [], notes: 'Uso cadeira de rodas' },
    });
    const direct: Offer = { ...offer, ingressMode: { name: 'Inscrição direta', kind: 'none' } };
    expect(problems({ needsHelp: true }, direct)).toEqual({});
    expect(applicationBody({ ...filled, needsHelp: true, kinds: ['other'] }, direct)).not.toHaveProperty(
      'accessibility',
    );
  });

  it("sends the worked example's request", () => {
    expect(applicationBody(filled, offer)).toEqual({
      offerId: 11,
      courseId: 101,
      poleId: 201,
      schooling: { level: 'high-school' },
    });
    expect(applicationBody({ ...filled, voucher: ' alfa50 ' }, offer)).toMatchObject({ voucher: 'ALFA50' });
  });

  it('finds the field a server error belongs to', () => {
    expect(applicationField('schooling.expectedYear')).toBe('expectedYear');
    expect(applicationField('schooling')).toBe('level');
    expect(applicationField('poleId')).toBe('poleId');
  });
});
