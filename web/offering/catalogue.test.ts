import { describe, expect, it } from 'vitest';
import { classLines, hoursOf, placesOf } from '../enrolment/class-lines.tsx';
import {
  commonEnd,
  coursesOf,
  coursesOfPages,
  filtersOf,
  inOrder,
  mergeOffers,
  priceOf,
} from './catalogue.ts';
import type { Offer } from './queries.ts';
import { feeText, kindText, selectionWords, waysText } from './told.ts';

const offer = (id: number, more: Partial<Offer>): Offer => ({
  id,
  name: `Oferta ${id}`,
  type: 1,
  ingressMode: { name: 'Vestibular online', kind: 'online-essay' },
  requiresClass: false,
  selection: [{ code: 'assessment', label: 'Redação' }],
  classes: [],
  requiredSchooling: null,
  intake: { id: 301, startDate: '2025-10-01', endDate: '2026-02-13', classStartDate: '2026-02-23' },
  courses: [],
  priceFrom: 360,
  institutionCode: 'CUA01',
  ...more,
});
const adm = {
  id: 101,
  name: 'Administração',
  modalityDescription: 'EaD',
  duration: '8 semestres',
  priceFrom: 360,
  fee: null,
};
const cco = {
  id: 102,
  name: 'Ciências Contábeis',
  modalityDescription: 'EaD',
  duration: null,
  priceFrom: 380,
  fee: null,
};
const enf = {
  id: 103,
  name: 'Enfermagem',
  modalityDescription: 'Presencial',
  duration: null,
  priceFrom: 900,
  fee: null,
};
const mba = {
  id: 104,
  name: 'MBA em Gestão',
  modalityDescription: 'EaD',
  duration: null,
  priceFrom: null,
  fee: null,
};

const offers = [
  offer(11, { courses: [adm, cco] }),
  offer(12, {
    courses: [{ ...adm, priceFrom: 350.5, fee: null }, cco],
    ingressMode: { name: 'ENEM', kind: 'exam-score' },
  }),
  offer(13, {
    courses: [enf],
    priceFrom: 900,
    ingressMode: { name: 'Vestibular agendado', kind: 'scheduled-test' },
  }),
  offer(14, { courses: [mba], type: 4, ingressMode: { name: 'Inscrição direta', kind: 'none' } }),
];
const everything = { type: null, ingress: null, modality: null, poleId: null };

describe('catalogue', () => {
  it('lists each course once with its ingress modes', () => {
    const found = coursesOf(offers);
    expect(found.map(({ name }) => name)).toEqual([
      'Administração',
      'Ciências Contábeis',
      'Enfermagem',
      'MBA em Gestão',
    ]);
    expect(found[0]).toMatchObject({
      ingresses: ['Vestibular online', 'ENEM'],
      until: ['2026-02-13'],
      duration: '8 semestres',
    });
  });

  it('shows the end of applications per course, and for the whole list only if it is the same for all', () => {
    const later = offer(15, { courses: [adm, mba] });
    const found = coursesOf([{ ...later, intake: { ...later.intake, endDate: '2026-03-06' } }, ...offers]);
    expect(found.map(({ until }) => until)).toEqual([
      ['2026-02-13', '2026-03-06'],
      ['2026-02-13'],
      ['2026-02-13'],
      ['2026-02-13', '2026-03-06'],
    ]);
    expect(commonEnd(found)).toBeUndefined();
    expect(commonEnd(found.slice(0, 1))).toBeUndefined();
    expect(commonEnd(found.slice(1, 3))).toBe('2026-02-13');
    expect(commonEnd([])).toBeUndefined();
  });

  it('shows the lowest price of the course, in cents', () => {
    const found = coursesOf(offers);
    expect(found.map(({ priceFrom }) => priceFrom)).toEqual([35050, 38000, 90000, null]);
    expect(priceOf(101, offers.slice(0, 1))).toBe(36000);
  });

  it('lets the server filter by name, kind, ingress mode, modality and pole', () => {
    expect(filtersOf('', everything)).toEqual({});
    expect(filtersOf('adm', { type: 'pos', ingress: 'exam-score', modality: 'EaD', poleId: 201 })).toEqual({
      q: 'adm',
      type: '2,4',
      ingress: 'exam-score',
      modality: 'EaD',
      poleId: 201,
    });
  });

  it('appends a later page, and completes earlier entries', () => {
    const [first, second, third, fourth] = offers;
    const pages = [{ data: [third, first] }, { data: [fourth, second] }] as { data: Offer[] }[];
    const found = coursesOfPages(pages);
    expect(found.map(({ id }) => id)).toEqual([101, 102, 103, 104]);
    expect(found[0]?.ingresses).toEqual(['Vestibular online', 'ENEM']);
    const late = coursesOfPages([
      ...pages,
      { data: [offer(15, { courses: [{ ...adm, id: 99, name: 'Artes' }] })] },
    ]);
    expect(late.map(({ id }) => id)).toEqual([101, 102, 103, 104, 99]);
  });

  it('merges two answers without duplicates', () => {
    const fresher = offer(11, { name: 'Nova' });
    expect(mergeOffers(offers, [fresher]).map(({ id, name }) => [id, name])).toEqual([
      [11, 'Nova'],
      [12, 'Oferta 12'],
      [13, 'Oferta 13'],
      [14, 'Oferta 14'],
    ]);
  });

  it('keeps the other courses of an offer that was requested for one of them', () => {
    const known = offer(11, { courses: [adm, cco] });
    const asked = offer(11, { courses: [{ ...adm, priceFrom: 300, fee: null }] });
    const both = mergeOffers([known], [asked]);
    expect(coursesOf(both).map(({ name, priceFrom }) => [name, priceFrom])).toEqual([
      ['Administração', 30_000],
      ['Ciências Contábeis', 38_000],
    ]);
    expect(both).toHaveLength(1);
  });

  it('names modalities in their usual order', () => {
    expect(inOrder(['EaD', 'Presencial'])).toEqual(['Presencial', 'EaD']);
  });
});

describe('the information about a course before applying', () => {
  const way = (
    name: string,
    kind: Offer['ingressMode']['kind'],
    codes: Offer['selection'][number]['code'][],
  ) =>
    offer(codes.length, {
      ingressMode: { name, kind },
      selection: codes.map((code) => ({ code, label: '' })),
    });
  const ways = [
    way('Vestibular online', 'online-essay', ['assessment']),
    way('Vestibular agendado', 'scheduled-test', ['assessment']),
    way('ENEM', 'exam-score', ['assessment']),
    way('Transferência externa', 'document-analysis', ['selection-documents']),
    way('Inscrição direta', 'none', ['selection-documents', 'questionnaire', 'interview']),
    way('Inscrição direta', 'none', []),
  ];
  it('contains the requirements of each ingress mode', () => {
    expect(ways.map(selectionWords)).toEqual([
      ...['redação', 'prova', 'sua nota', 'documentos', 'documentos, questionário e entrevista', 'sem prova'],
    ]);
    expect(waysText([ways[0], ways[2], ways[0]] as Offer[])).toBe(
      'Vestibular online (redação) ou ENEM (sua nota)',
    );
  });
  it('contains level, length and the lowest fee of all its offers', () => {
    const [entry] = coursesOf([offer(11, { courses: [adm] })]);
    expect(entry && kindText(entry)).toBe('Graduação · EaD · 8 semestres');
    const fees = [null, 120.5, 80].map((fee, id) => offer(id, { courses: [{ ...adm, fee }] }));
    expect(feeText(101, fees)).toBe('R$ 80,00');
    expect(feeText(101, fees.slice(0, 1))).toBeUndefined();
  });
  it('contains its classes with days, hours and places left', () => {
    const one = {
      id: 1,
      name: 'Turma 1',
      shift: 'noite',
      weekdays: 'Segunda e quarta',
      startDate: '2026-02-23',
    } as const;
    const full = { ...one, startTime: '19:00', endTime: '21:00', place: 'Sala 1', slots: 0 };
    expect(classLines(full)).toEqual([
      ...['Noite · Segunda e quarta', '19h00 às 21h00', 'Início em 23/02/2026', 'Sala 1'],
    ]);
    expect([0, 1, 12, null].map((slots) => placesOf({ slots }))).toEqual([
      'Sem vagas',
      '1 vaga',
      '12 vagas',
      undefined,
    ]);
    expect(hoursOf({ startTime: null, endTime: null })).toBeUndefined();
  });
});
