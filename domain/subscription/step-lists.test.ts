import { describe, expect, it } from 'vitest';
import {
  type ApplicationType,
  allStatuses,
  applicationTypes,
  type IngressKind,
  type StepCode,
  type StepFacts,
  stepsOf,
} from './index.ts';

/** Order of the steps of each type: the numbers in the table of spec 8.4, with everything configured. */
const TABLE: Record<ApplicationType, Partial<Record<StepCode, number>>> = {
  graduation: {
    subscription: 1,
    'selection-documents': 2,
    result: 3,
    data: 4,
    class: 5,
    payment: 6,
    documents: 7,
    enrolled: 8,
  },
  essay: {
    subscription: 1,
    assessment: 2,
    analysis: 3,
    result: 4,
    data: 5,
    payment: 6,
    documents: 7,
    enrolled: 8,
  },
  postgraduate: {
    subscription: 1,
    'selection-documents': 2,
    questionnaire: 3,
    interview: 4,
    result: 5,
    data: 6,
    class: 7,
    payment: 8,
    documents: 9,
    enrolled: 10,
  },
  extension: { subscription: 1, data: 2, class: 3, payment: 4, documents: 5, enrolled: 6 },
  tax: {
    subscription: 1,
    tax: 2,
    'selection-documents': 3,
    questionnaire: 4,
    interview: 5,
    result: 6,
    data: 7,
    class: 8,
    payment: 9,
    documents: 10,
    enrolled: 11,
  },
};

const KIND: Record<ApplicationType, IngressKind> = {
  graduation: 'document-analysis',
  essay: 'online-essay',
  postgraduate: 'none',
  extension: 'none',
  tax: 'none',
};

/** Offer of the type that asks for everything possible; an essay has classes only when they are required. */
const whole = (type: ApplicationType, status: number, more: Partial<StepFacts> = {}): StepFacts => ({
  id: 1,
  type,
  status,
  kind: KIND[type],
  feePriced: type === 'tax',
  selectionDocuments: type === 'postgraduate' || type === 'tax',
  questionnaireAttached: type === 'postgraduate' || type === 'tax',
  interviewOn: type === 'postgraduate' || type === 'tax',
  requiresClass: type !== 'essay',
  documentStage: 'after-payment',
  ...more,
});

const codes = (facts: StepFacts) => stepsOf(facts).map(({ code }) => code);
const inOrder = (type: ApplicationType) =>
  Object.entries(TABLE[type])
    .toSorted(([, one], [, other]) => one - other)
    .map(([code]) => code);
const currentOf = (facts: StepFacts) => stepsOf(facts).find(({ state }) => state === 'current')?.code;

describe.each([...applicationTypes])('steps of %s', (type) => {
  // Status in which the institution must act: 10 with everything sent, 20 with a questionnaire.
  const reviewed = { graduation: 10, essay: 1, postgraduate: 20, extension: 0, tax: 20 }[type];
  const facts = whole(type, reviewed || 3, { awaitsInstitution: reviewed > 0 });

  it('has the steps of its column in their order', () => {
    expect(codes(facts)).toEqual(inOrder(type));
  });

  it('shows class, fee, payment and documents only when the offer asks for them', () => {
    const less = (more: Partial<StepFacts>) => codes({ ...facts, ...more });
    const without = (code: string) => inOrder(type).filter((one) => one !== code);
    expect(less({ requiresClass: false })).toEqual(without('class'));
    expect(less({ feePriced: false })).toEqual(without('tax'));
    expect(less({ hasPayment: false })).toEqual(without('payment'));
    expect(less({ hasDocuments: false })).toEqual(without('documents'));
    if (type === 'essay') expect(less({ requiresClass: true }).indexOf('class')).toBe(5);
  });

  it('puts documents before the payment when configured so, never for an essay', () => {
    const steps = codes({ ...facts, documentStage: 'before-payment' });
    expect(steps.indexOf('documents') < steps.indexOf('payment')).toBe(type !== 'essay');
  });

  it.each([
    [1, 'subscription', { kind: 'none' as const }],
    [3, 'data', {}],
    [5, 'documents', {}],
    [6, 'payment', {}],
    [9, 'result', {}],
    [11, 'payment', { manualPaymentPurpose: 'enrollment' as const }],
    [14, 'subscription', {}],
    [21, 'class', {}],
  ])('is in status %i at %s', (status, code, more) => {
    expect(currentOf(whole(type, status, more))).toBe(code);
  });

  it('has done steps before the current one and pending ones after it, and all done at the end', () => {
    for (const status of allStatuses) {
      const states = stepsOf(whole(type, status)).map(({ state }) => state);
      const at = states.findIndex((state) => state !== 'done');
      if (status === 7) expect(at).toBe(-1);
      else expect(new Set(states.slice(at + 1)).size, `${status}`).toBeLessThanOrEqual(1);
    }
  });

  it('keeps the number of steps, and its position never goes back', () => {
    const ways: Record<ApplicationType, [status: number, awaits?: true][]> = {
      graduation: [[14], [10], [10, true], [10], [3], [4], [21], [6], [11], [5], [7]],
      essay: [[1], [1, true], [3], [4], [6], [5], [7]],
      postgraduate: [
        [1],
        [10],
        [10, true],
        [10],
        [16],
        [20],
        [16],
        [20],
        [18],
        [19],
        [18],
        [19],
        [3],
        [21],
        [6],
        [5],
        [7],
      ],
      extension: [[1], [3], [21], [6], [5], [7]],
      tax: [[17], [10], [10, true], [16], [20], [18], [19], [3], [21], [6], [5], [7]],
    };
    const seen = ways[type].map(([status, awaits = false]) => {
      const kind = status === 1 && type !== 'essay' ? { kind: 'none' as const } : {};
      const steps = stepsOf(
        whole(type, status, { awaitsInstitution: awaits, manualPaymentPurpose: 'enrollment', ...kind }),
      );
      const at = steps.findIndex(({ state }) => state === 'current');
      return { count: steps.length, at: at < 0 ? steps.length : at };
    });
    expect(seen.map(({ count }) => count)).toEqual(seen.map(() => inOrder(type).length));
    expect(seen.map(({ at }) => at)).toEqual(seen.map(({ at }) => at).toSorted((a, b) => a - b));
  });

  it('keeps its current step when the application stops', () => {
    for (const status of [8, 12, 13]) {
      const steps = stepsOf(whole(type, status, { previousStatus: 6 }));
      expect(steps.find(({ code }) => code === 'data')?.state).toBe('done');
      expect(steps.find(({ code }) => code === 'payment')?.state).toBe('blocked');
      expect(steps.some(({ state }) => state === 'current')).toBe(false);
    }
  });
});

it.each<[string, Partial<StepFacts>, StepCode]>([
  ['the class', {}, 'class'],
  ['the payment', { requiresClass: false }, 'payment'],
  ['the class before anything', { documentStage: 'before-payment' }, 'class'],
  ['documents before the payment', { requiresClass: false, documentStage: 'before-payment' }, 'documents'],
  [
    'the payment where there are no documents',
    { requiresClass: false, documentStage: 'before-payment', hasDocuments: false },
    'payment',
  ],
  ['documents where nothing is paid', { requiresClass: false, hasPayment: false }, 'documents'],
])('after the acceptance comes %s', (_what, more, code) => {
  expect(currentOf(whole('extension', 4, more))).toBe(code);
});

it('the assessment step has a label, whatever the ingress', () => {
  const facts = whole('essay', 10, { kind: 'none' });
  expect(stepsOf(facts).find(({ code }) => code === 'assessment')).toMatchObject({
    ...{ label: 'Prova', state: 'current', route: '/subscriptions/essays/1' },
  });
  expect(stepsOf(whole('essay', 6)).find(({ code }) => code === 'payment')?.label).toBe('Primeiro pagamento');
  expect(stepsOf(whole('tax', 6)).find(({ code }) => code === 'payment')?.label).toBe('Pagamento');
});

it('the choice of a class has its own address in postgraduate, only while it is current', () => {
  const routes = (type: ApplicationType) =>
    [3, 21, 6].map((status) => stepsOf(whole(type, status)).find(({ code }) => code === 'class')?.route);
  expect(routes('postgraduate')).toEqual([
    ...[null, '/subscriptions/pos/classes/1', '/subscriptions/pos/1?ver=turma'],
  ]);
  expect(routes('tax')).toEqual([null, '/subscriptions/tax/1', '/subscriptions/tax/1?ver=turma']);
});

it('an essay and an extension course never show selection documents, whatever the offer lists', () => {
  for (const type of applicationTypes) {
    const steps = codes(whole(type, 3, { kind: KIND[type], selectionDocuments: true }));
    expect(steps.includes('selection-documents'), type).toBe(type !== 'essay' && type !== 'extension');
  }
});

describe('gates of the selection', () => {
  const tax = (status: number, more: Partial<StepFacts> = {}) => currentOf(whole('tax', status, more));
  it('are current while the candidate must act, and while the institution must', () => {
    expect([17, 10, 16, 18].map((status) => tax(status))).toEqual([
      'tax',
      'selection-documents',
      'questionnaire',
      'interview',
    ]);
    expect([tax(19), tax(20), tax(10, { awaitsInstitution: true })]).toEqual([
      'interview',
      'questionnaire',
      'selection-documents',
    ]);
    expect(tax(11, { manualPaymentPurpose: 'tax' })).toBe('tax');
  });
  it.each([
    ['scheduled-test', 'Prova'],
    ['exam-score', 'Nota do ENEM'],
    ['online-essay', 'Redação'],
  ] as const)('%s is called %s', (kind, label) => {
    const facts = whole('graduation', 2, { kind, selectionDocuments: false });
    expect(stepsOf(facts).find(({ state }) => state === 'current')?.label).toBe(label);
    expect(currentOf({ ...facts, awaitsInstitution: true })).toBe('assessment');
  });
});
