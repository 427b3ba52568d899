import { parseCatalogue } from '../api/catalogue/parse.ts';

export type Part = Record<string, unknown>;
export type Given = Record<string, Part[]> & { tenant: Part };

/** A catalogue with one entry of everything and no errors; YAML reads JSON as well. */
export const BASE = {
  version: 1,
  tenant: {
    alias: 'alfa',
    name: 'Alfa',
    parameters: { PrivacyPolicyUrl: 'https://a.test/p', DpoContact: 'dpo@a.test' },
  },
  institutions: [
    { code: 'I1', acronym: 'I1', name: 'Um', alias: 'um' },
    { code: 'I2', acronym: 'I2', name: 'Dois', alias: 'dois' },
  ],
  hosts: [{ host: 'um.test', institution: 'I1' }],
  poles: [
    { code: 'P1', institution: 'I1', description: 'Polo', city: 3_106_200 },
    { code: 'P2', institution: 'I2', description: 'Outro', city: 3_106_200 },
  ],
  courses: [
    { code: 'C1', institution: 'I1', name: 'Curso', level: 1, modality: 'EaD' },
    { code: 'C2', institution: 'I2', name: 'Outro', level: 1, modality: 'EaD' },
  ],
  intakes: [
    { code: 'K1', institution: 'I1', start: '2026-01-01', end: '2026-01-01' },
    { code: 'K2', institution: 'I2', start: '2026-01-01', end: '2026-02-01' },
  ],
  ingressModes: [
    { code: 'M1', name: 'Análise', kind: 'document-analysis' },
    { code: 'M2', name: 'Redação', kind: 'online-essay' },
  ],
  contracts: [{ code: 'CT', title: 'Contrato', file: 'ct.html' }],
  documentSets: [
    {
      code: 'D1',
      items: [
        { code: 'RG', name: 'RG', stage: 'enrollment', required: true, when: { minAge: 18, maxAge: 18 } },
      ],
    },
  ],
  questionnaires: [{ code: 'Q1', sections: [{ key: 'graduate' }] }],
  essayThemes: [{ code: 'T1', title: 'Tema', texts: ['Escreva.'] }],
  offers: [
    {
      code: 'O1',
      institution: 'I1',
      type: 3,
      intake: 'K1',
      ingressMode: 'M2',
      requiredSchooling: 'high-school',
      essayThemes: ['T1'],
      contract: 'CT',
      documents: 'D1',
      questionnaire: 'Q1',
      courses: [{ course: 'C1', poles: [{ pole: 'P1', vacancies: 5 }] }],
    },
  ],
  disciplines: [{ code: 'DI', course: 'C1', intake: 'K1', module: 1, name: 'Cálculo', workload: 60 }],
  electives: [{ course: 'C1', intake: 'K1', module: 1, min: 1, max: 1 }],
  classes: [
    {
      code: 'CL',
      offer: 'O1',
      name: 'Turma',
      pole: 'P1',
      shift: 'noite',
      start: '2026-03-02',
      startTime: '19:00',
      endTime: '19:01',
      slots: 2,
    },
  ],
  schedules: [
    { code: 'S1', offer: 'O1', pole: 'P1', place: 'Campus', at: '2026-01-20T09:00:00-03:00', capacity: 3 },
  ],
  prices: [
    {
      code: 'V1',
      institution: 'I1',
      course: 'C1',
      intake: 'K1',
      kind: 'enrollment',
      plan: [100, 50],
      discount: 20,
      conditionalDiscount: 30,
    },
  ],
  vouchers: [
    {
      code: 'CUPOM',
      percent: 10,
      appliesTo: 'first',
      institutions: ['I1'],
      courses: ['C1'],
      from: '2026-01-01',
      to: '2026-01-01',
    },
  ],
  support: [{ institution: 'I1', title: 'Ajuda' }],
};
const files = { 'ct.html': Buffer.from('<p>Contrato</p>').toString('base64') };
/** Reads the catalogue after a change. */
export const readWhole = (change: (given: Given) => unknown = () => undefined) => {
  const given = structuredClone(BASE) as unknown as Given;
  change(given);
  return parseCatalogue({ yaml: JSON.stringify(given, null, 1), files });
};
/** The n-th entry of a kind, to be changed. */
export const at = (given: Given, kind: string, n = 0) => given[kind]?.[n] as Record<string, never>;
/** Sets a field of the n-th entry. */
export const set =
  (kind: string, field: string, value: unknown, n = 0) =>
  (given: Given) =>
    Object.assign(at(given, kind, n), { [field]: value });
/** Adds a copy of the first entry with other fields. */
export const add = (kind: string, change: Part) => (given: Given) =>
  given[kind]?.push({ ...at(given, kind), ...change });
/** Gives the offer these courses, each with its poles. */
export const places = (...courses: [string, ...string[]][]) =>
  set(
    'offers',
    'courses',
    courses.map(([course, ...poles]) => ({ course, poles: poles.map((pole) => ({ pole, vacancies: 1 })) })),
  );
