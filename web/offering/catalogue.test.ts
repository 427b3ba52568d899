import { describe, expect, it } from 'vitest';
import { coursesOf, ingressOptions, modalityOptions, priceOf } from './catalogue.ts';
import type { Offer } from './queries.ts';

const offer = (id: number, more: Partial<Offer>): Offer => ({
  id,
  name: `Oferta ${id}`,
  type: 1,
  ingressMode: { name: 'Vestibular online', kind: 'online-essay' },
  requiresClass: false,
  intake: { id: 301, startDate: '2025-10-01', endDate: '2026-02-13', classStartDate: '2026-02-23' },
  courses: [],
  priceFrom: 360,
  institutionCode: 'CUA01',
  ...more,
});
const adm = { id: 101, name: 'Administração', modalityDescription: 'EaD', priceFrom: 360 };
const cco = { id: 102, name: 'Ciências Contábeis', modalityDescription: 'EaD', priceFrom: 380 };
const enf = { id: 103, name: 'Enfermagem', modalityDescription: 'Presencial', priceFrom: 900 };
const mba = { id: 104, name: 'MBA em Gestão', modalityDescription: 'EaD', priceFrom: null };

const offers = [
  offer(11, { courses: [adm, cco] }),
  offer(12, {
    courses: [{ ...adm, priceFrom: 350.5 }, cco],
    ingressMode: { name: 'ENEM', kind: 'exam-score' },
  }),
  offer(13, {
    courses: [enf],
    priceFrom: 900,
    ingressMode: { name: 'Vestibular agendado', kind: 'scheduled-test' },
  }),
  offer(14, { courses: [mba], type: 4, ingressMode: { name: 'Inscrição direta', kind: 'none' } }),
];
const everything = { type: null, ingress: null, modality: null };

describe('catalogue', () => {
  it('lists each course once with its ways in', () => {
    const found = coursesOf(offers, everything);
    expect(found.map(({ name }) => name)).toEqual([
      'Administração',
      'Ciências Contábeis',
      'Enfermagem',
      'MBA em Gestão',
    ]);
    expect(found[0]).toMatchObject({ ingresses: ['Vestibular online', 'ENEM'], until: '2026-02-13' });
  });

  it('shows the lowest price of the course, in cents', () => {
    const found = coursesOf(offers, everything);
    expect(found.map(({ priceFrom }) => priceFrom)).toEqual([35050, 38000, 90000, null]);
    expect(priceOf(101, offers.slice(0, 1))).toBe(36000);
  });

  it('narrows by kind, way in and modality', () => {
    const names = (wanted: Partial<typeof everything> & object) =>
      coursesOf(offers, { ...everything, ...wanted }).map(({ id }) => id);
    expect(names({ type: 'pos' } as never)).toEqual([104]);
    expect(names({ ingress: 'exam-score' } as never)).toEqual([101, 102]);
    expect(names({ modality: 'Presencial' } as never)).toEqual([103]);
    expect(names({ type: 'extensao' } as never)).toEqual([]);
  });

  it('offers only filters that find something', () => {
    expect(ingressOptions(offers).map(({ label }) => label)).toEqual([
      'Vestibular online',
      'ENEM',
      'Vestibular agendado',
      'Inscrição direta',
    ]);
    expect(modalityOptions(offers)).toEqual(['Presencial', 'EaD']);
  });
});
