import { stringify } from 'yaml';

/** Letter of an application type in the transition table (spec 8.3). */
export const TYPES = {
  G: 'graduation',
  E: 'essay',
  P: 'postgraduate',
  X: 'extension',
  T: 'tax',
} as const;
export type Letter = keyof typeof TYPES;
const LETTERS = Object.keys(TYPES) as Letter[];

/** Ways through the selection, by type; the first is the shortest. */
export const HEADS = {
  G: ['direct', 'documents', 'test', 'exam', 'documents-test', 'documents-exam'],
  E: ['essay'],
  P: [
    'direct',
    'documents',
    'questionnaire',
    'open-questionnaire',
    'interview',
    'full',
    'documents-interview',
    'open-interview',
  ],
  X: ['direct'],
  T: ['direct', 'documents', 'questionnaire', 'open-questionnaire', 'interview', 'full'],
} as const;
export type Head = (typeof HEADS)[Letter][number];

/** Ways from the contract to the end: class first, documents before the payment, no documents, nothing to pay. */
const TAILS = [
  'plain',
  'class',
  'before',
  'class-before',
  'nodocs',
  'free',
  'free-nodocs',
  'class-free',
  'class-free-nodocs',
  'before-free',
  'nofee',
] as const;
export type Tail = (typeof TAILS)[number];

/** Code of an offer of this catalogue. */
export const offerCode = (letter: Letter, head: Head, tail: Tail = 'plain'): string =>
  `${letter}-${head}-${tail}`.toUpperCase();

const LEVEL = { G: 1, E: 1, P: 2, X: 3, T: 4 } as const;
const PLENTY = 100_000;
/** Course of every offer of a level: paid, or free of charge. E shares those of G, so that the ingress mode may be switched. */
export const courseOf = (letter: Letter, tail: Tail) =>
  `${letter === 'E' ? 'G' : letter}${tail === 'nofee' ? 'NOFEE' : tail.includes('free') ? 'FREE' : 'PAID'}`;

const INGRESS: Readonly<Record<string, string>> = {
  essay: 'REDACAO',
  test: 'PROVA',
  exam: 'ENEM',
  'documents-test': 'PROVA',
  'documents-exam': 'ENEM',
};
const ingressOf = (letter: Letter, head: Head) =>
  INGRESS[head] ?? (letter === 'G' && head === 'documents' ? 'ANALISE' : 'DIRETA');

const selects = (head: Head) => head.startsWith('documents') || head === 'full';
const INTERVIEWS: readonly Head[] = ['interview', 'full', 'documents-interview', 'open-interview'];
const stageOf = (tail: Tail) =>
  tail.includes('nodocs') ? 'none' : tail.includes('before') ? 'before-payment' : 'after-payment';

function offerOf(letter: Letter, head: Head, tail: Tail) {
  const asked = head === 'questionnaire' || head === 'full' ? 'Q' : undefined;
  const questionnaire = head.startsWith('open-') ? 'Q-OPEN' : asked;
  return {
    code: offerCode(letter, head, tail),
    institution: 'MOT01',
    name: offerCode(letter, head, tail),
    type: LEVEL[letter],
    intake: '2026-1',
    ingressMode: ingressOf(letter, head),
    courses: [
      {
        course: courseOf(letter, tail),
        poles: [
          { pole: 'BH', vacancies: PLENTY },
          { pole: 'CT', vacancies: PLENTY },
        ],
      },
    ],
    ...(head === 'essay' ? { essayThemes: ['TEMA'] } : {}),
    contract: 'CT',
    documents: selects(head) ? 'DOC-SEL' : 'DOC',
    ...(questionnaire ? { questionnaire } : {}),
    interview: INTERVIEWS.includes(head),
    requiresClass: tail.includes('class'),
    ...(letter === 'E' ? {} : { parameters: { DocumentStage: stageOf(tail) } }),
  };
}

/** All offers: each head with the plain tail, and the shortest head with every tail. */
const OFFERS = LETTERS.flatMap((letter) => {
  const heads: readonly Head[] = HEADS[letter];
  const first = heads[0] as Head;
  // The stage of an essay's documents is fixed (spec 8.4).
  const tails = TAILS.filter((tail) =>
    tail === 'nofee' ? letter === 'T' : letter !== 'E' || !/before|nodocs/.test(tail),
  );
  const more = letter === 'T' ? (['plain', 'nofee'] as const) : (['plain'] as const);
  return [
    ...heads.slice(1).flatMap((head) => more.map((tail) => ({ letter, head, tail }))),
    ...tails.map((tail) => ({ letter, head: first, tail })),
  ];
});

const rg = { code: 'RG', name: 'Documento de identidade', stage: 'enrollment', required: true };
const courses = [
  ...['G', 'P', 'X', 'T'].flatMap((letter) => ['PAID', 'FREE'].map((price) => `${letter}${price}`)),
  'TNOFEE',
];

/** One tenant, `motor`, whose offers reach every row of the transition table. */
export const engineCatalogue = (): string =>
  stringify({
    version: 1,
    tenant: {
      alias: 'motor',
      name: 'Grupo Motor Exemplo',
      parameters: { PrivacyPolicyUrl: 'https://motor.orbita.test/privacidade', DpoContact: 'dpo@motor.test' },
    },
    institutions: [
      {
        code: 'MOT01',
        acronym: 'MOT',
        name: 'Faculdade Motor Exemplo',
        alias: 'mot',
        parameters: {
          AllowPoleUpdate: true,
          CourseChangeAfterContract: true,
          ManualPaymentEnabled: true,
          EnemCheckEnabled: true,
          EssayMaxAttempts: 5,
          MaxActiveSubscriptions: 50,
        },
        payment: {
          variant: 'onlySubscription',
          pix: true,
          pixKey: 'financeiro@motor.test',
          receiver: { name: 'FACULDADE MOTOR', city: 'BELO HORIZONTE', document: '12ABC34501DE35' },
        },
      },
    ],
    hosts: [{ host: 'motor.orbita.test', institution: 'MOT01', captchaKey: 'simulator' }],
    poles: ['BH', 'CT'].map((code) => ({
      code,
      institution: 'MOT01',
      description: `Polo ${code}`,
      city: 3106200,
    })),
    courses: courses.map((code) => ({
      code,
      institution: 'MOT01',
      name: `Curso ${code}`,
      level: LEVEL[code.charAt(0) as Letter],
      modality: 'EaD',
    })),
    intakes: [
      {
        code: '2026-1',
        institution: 'MOT01',
        start: '2025-10-01',
        end: '2026-02-13',
        classStart: '2026-02-23',
      },
    ],
    ingressModes: [
      { code: 'DIRETA', name: 'Inscrição direta', kind: 'none' },
      { code: 'REDACAO', name: 'Vestibular online', kind: 'online-essay' },
      { code: 'PROVA', name: 'Vestibular agendado', kind: 'scheduled-test' },
      { code: 'ENEM', name: 'ENEM', kind: 'exam-score' },
      { code: 'ANALISE', name: 'Transferência externa', kind: 'document-analysis' },
    ],
    contracts: [{ code: 'CT', title: 'Contrato', html: '<p>Contrato de prestação de serviços.</p>' }],
    documentSets: [
      { code: 'DOC', items: [rg] },
      {
        code: 'DOC-SEL',
        items: [{ code: 'HISTORICO', name: 'Histórico escolar', stage: 'selection', required: true }, rg],
      },
    ],
    questionnaires: [
      { code: 'Q', sections: [{ key: 'extra', mandatory: false }], approval: true },
      { code: 'Q-OPEN', sections: [{ key: 'extra', mandatory: false }], approval: false },
    ],
    essayThemes: [{ code: 'TEMA', title: 'Tema', texts: ['Texto de apoio.'] }],
    offers: OFFERS.map(({ letter, head, tail }) => offerOf(letter, head, tail)),
    classes: OFFERS.filter(({ tail }) => tail.includes('class')).map(({ letter, head, tail }) => ({
      code: `T-${offerCode(letter, head, tail)}`,
      offer: offerCode(letter, head, tail),
      name: 'Turma',
      pole: 'BH',
      shift: 'noite',
      start: '2026-02-23',
      slots: PLENTY,
    })),
    schedules: ['S1', 'S2', 'S3'].map((code, at) => ({
      code,
      offer: offerCode('G', 'test'),
      pole: 'BH',
      place: 'Bloco A',
      at: `2026-02-0${at + 3}T14:00:00-03:00`,
      capacity: PLENTY,
    })),
    vouchers: [
      {
        code: 'SEMTAXA',
        percent: 100,
        appliesTo: 'first',
        kinds: ['tax'],
        from: '2025-10-01',
        to: '2026-03-06',
      },
      { code: 'TUDO', percent: 100, appliesTo: 'first', from: '2025-10-01', to: '2026-03-06' },
    ],
    prices: [
      ...courses.map((code) => ({
        code: `E-${code}`,
        institution: 'MOT01',
        course: code,
        intake: '2026-1',
        kind: 'enrollment',
        plan: code.endsWith('FREE') ? [0] : [400, 400],
      })),
      ...['TPAID', 'TFREE'].map((code) => ({
        code: `F-${code}`,
        institution: 'MOT01',
        course: code,
        intake: '2026-1',
        kind: 'tax',
        plan: [120],
      })),
    ],
  });
