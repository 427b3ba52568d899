import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FAVOURABLE, KINDS, results } from '../../testing/favourable.ts';
import {
  type Actor,
  type ApplicationType,
  applicationTypes,
  automaticMove,
  type Decision,
  decideMove,
  documentStageOf,
  type Facts,
  type IngressKind,
  STATUS,
  type Status,
  type StepCode,
  type StepFacts,
  type SubscriptionEvent,
  statusBefore,
  stepDates,
  stepsOf,
  transitions,
} from './index.ts';

type Line = { from: Status | null; to: Status; event: SubscriptionEvent; at: string };
/** An application and what its offer requires; it stays the same during one random walk. */
type Offer = {
  type: ApplicationType;
  kind: IngressKind;
  documentStage: 'after-payment' | 'before-payment';
} & Record<
  | 'feePriced'
  | 'selectionDocuments'
  | 'questionnaireAttached'
  | 'interviewOn'
  | 'requiresClass'
  | 'hasDocuments',
  boolean
>;

const actors: readonly Actor[] = ['candidate', 'operations', 'system'];
const events = [...new Set(transitions.map((row) => row.event))];
const STOPPED: readonly number[] = [8, 12, 13];

const purposeOf = (walked: readonly Line[]) =>
  statusBefore(walked, STATUS.ManualPaymentPending) === STATUS.PendingTax ? 'tax' : 'enrollment';

/** Steps for a history, as the server would return them. */
function drawn(offer: Offer, walked: readonly Line[], waived: boolean) {
  const stop = walked.findLast(({ from, to }) => from && !STOPPED.includes(from) && STOPPED.includes(to));
  const facts: StepFacts = {
    ...{ id: 1, ...offer, status: walked.at(-1)?.to ?? 1, hasPayment: !waived },
    manualPaymentPurpose: purposeOf(walked),
    ...(stop?.from && { previousStatus: stop.from }),
  };
  return stepsOf(facts);
}

/** Application that follows the table; each entry of its history is later than the one before. */
class Walk {
  readonly offer: Offer;
  readonly lines: Line[] = [];
  waived = false;

  constructor(offer: Offer) {
    this.offer = offer;
  }

  get status(): Status | null {
    return this.lines.at(-1)?.to ?? null;
  }

  facts(good: boolean, more: Facts = {}): Facts {
    const { documentStage, hasDocuments, feePriced, type, ...offer } = this.offer;
    return {
      ...{
        ...FAVOURABLE,
        ...results(good),
        ...offer,
        feeDue: feePriced,
        feeWaived: false,
        amountDue: 36_000,
      },
      documentStage: documentStageOf(type, documentStage),
      documentsOpen: hasDocuments,
      manualPaymentPurpose: purposeOf(this.lines),
      ...more,
      previousStatus: this.status === null ? undefined : statusBefore(this.lines, this.status),
    };
  }

  decide(event: SubscriptionEvent, facts: Facts): Extract<Decision, { allowed: true }> | undefined {
    const { type } = this.offer;
    for (const actor of actors) {
      const decision = decideMove({ type, from: this.status, event, actor, facts });
      if (decision.allowed) return decision;
    }
    return undefined;
  }

  /** Makes a move and the automatic moves that follow it. */
  move(first: SubscriptionEvent, facts: () => Facts): void {
    let event: SubscriptionEvent | undefined = first;
    for (let count = 0; event && count < 10; count++) {
      const decision = this.decide(event, facts());
      if (!decision) throw new Error(`${event} from ${this.status} is not on the table`);
      this.waived ||= [decision.transition.id, decision.together?.id].includes('TR-74');
      const at = String(this.lines.length).padStart(3, '0');
      this.lines.push({ from: this.status, to: decision.to, event, at });
      event = automaticMove({ type: this.offer.type, status: decision.to, facts: facts() });
    }
  }
}

const kindsOf = (type: ApplicationType): readonly IngressKind[] => {
  if (type === 'essay') return ['online-essay'];
  if (type === 'graduation') return KINDS.filter((kind) => kind !== 'online-essay');
  return type === 'extension' ? ['none'] : ['none', 'document-analysis'];
};
const when = (possible: boolean) => (possible ? fc.boolean() : fc.constant(false));
const anyOffer: fc.Arbitrary<Offer> = fc.constantFrom(...applicationTypes).chain((type) => {
  const postgraduate = type === 'postgraduate' || type === 'tax';
  return fc.record({
    type: fc.constant(type),
    kind: fc.constantFrom(...kindsOf(type)),
    feePriced: when(type === 'tax'),
    selectionDocuments: when(postgraduate || type === 'graduation'),
    questionnaireAttached: when(postgraduate),
    interviewOn: when(postgraduate),
    requiresClass: fc.boolean(),
    documentStage: fc.constantFrom('after-payment' as const, 'before-payment' as const),
    hasDocuments: fc.boolean(),
  });
});
const anyMove = fc.record({
  pick: fc.nat(),
  ends: fc.nat({ max: 19 }).map((lot) => lot === 0),
  good: fc.boolean(),
  more: fc.record({
    feePaid: fc.boolean(),
    feeWaived: fc.boolean(),
    selectionDocumentsApproved: fc.boolean(),
    classSelected: fc.boolean(),
    documentsOpen: fc.boolean(),
    amountDue: fc.constantFrom(0, 36_000, 36_000, 36_000),
    isPaid: fc.boolean(),
  }),
});
const ENDS: readonly SubscriptionEvent[] = [
  ...(['cancel-requested', 'blocked', 'disqualified'] as const),
  ...(['intake-expired', 'payment-deadline-expired'] as const),
];

const datesOf = ({ lines, offer, waived }: Walk) => {
  const steps = drawn(offer, lines, waived);
  const codes = steps.map(({ code }) => code);
  const done = steps.filter(({ state }) => state === 'done').map(({ code }) => code);
  return { done, dates: stepDates(lines, codes) };
};

describe('dates of the steps (spec 8.6)', () => {
  it('exist for every done step and are in order, whatever happened before', () => {
    const reached = new Set<string>();
    fc.assert(
      fc.property(anyOffer, fc.array(anyMove, { minLength: 15, maxLength: 40 }), (offer, moves) => {
        const walk = new Walk(offer);
        walk.move('create', () => walk.facts(true));
        for (const { pick, ends, good, more } of moves) {
          const facts = () => walk.facts(good, more);
          const allowed = events.filter((event) => walk.decide(event, facts()));
          const chosen = allowed.filter((event) => ends === ENDS.includes(event));
          const event = chosen[pick % chosen.length];
          if (!event) continue;
          walk.move(event, facts);
          const { done, dates } = datesOf(walk);
          expect(done.filter((code) => !dates.has(code))).toEqual([]);
          const known = done.map((code) => dates.get(code) ?? '');
          expect(known).toEqual(known.toSorted());
          reached.add(`${offer.type} ${walk.status}`);
        }
      }),
      { numRuns: 200 },
    );
    // Guards against walks that hardly move and would prove nothing.
    for (const type of applicationTypes) expect(reached, type).toContain(`${type} 7`);
  });

  const bare = {
    feePriced: false,
    selectionDocuments: false,
    questionnaireAttached: false,
    interviewOn: false,
  };
  const plain = {
    ...bare,
    requiresClass: false,
    hasDocuments: true,
    documentStage: 'after-payment',
  } as const;
  const POSTGRADUATE = { ...plain, type: 'postgraduate', kind: 'none', questionnaireAttached: true } as const;
  it.each<[string, Offer, [number, string][], Partial<Record<StepCode, string>>]>([
    [
      'documents analysed',
      { ...plain, type: 'graduation', kind: 'document-analysis' },
      [
        [1, 'created'],
        [10, 'asked'],
        [3, 'analysed'],
        [4, 'accepted'],
        [6, 'accepted'],
      ],
      { subscription: 'asked', 'selection-documents': 'analysed', result: 'analysed', data: 'accepted' },
    ],
    [
      'a questionnaire nobody judges (TR-61)',
      POSTGRADUATE,
      [
        [1, 'created'],
        [16, 'created'],
        [3, 'answered'],
      ],
      { subscription: 'created', questionnaire: 'answered', result: 'answered' },
    ],
    [
      'the exam score',
      { ...plain, type: 'graduation', kind: 'exam-score' },
      [
        [1, 'created'],
        [3, 'found'],
        [4, 'accepted'],
        [6, 'accepted'],
        [7, 'paid'],
      ],
      {
        ...{ subscription: 'created', assessment: 'found', result: 'found', data: 'accepted' },
        ...{ payment: 'paid', documents: 'paid', enrolled: 'paid' },
      },
    ],
    [
      'an essay written again',
      { ...plain, type: 'essay', kind: 'online-essay' },
      [
        [1, 'created'],
        [9, 'refused'],
        [1, 'again'],
        [3, 'approved'],
      ],
      { subscription: 'created', assessment: 'approved', analysis: 'approved', result: 'approved' },
    ],
    [
      'a class lost and chosen again, after a payment at the institution',
      { ...plain, type: 'extension', kind: 'none', requiresClass: true, hasDocuments: false },
      [
        ...([
          [1, 'created'],
          [3, 'created'],
          [4, 'accepted'],
          [21, 'accepted'],
        ] as [number, string][]),
        ...([
          [6, 'first'],
          [21, 'lost'],
          [6, 'second'],
          [11, 'notified'],
          [7, 'settled'],
        ] as [number, string][]),
      ],
      { subscription: 'created', data: 'accepted', class: 'second', payment: 'settled', enrolled: 'settled' },
    ],
    [
      'documents before the payment, and a stop on the way',
      { ...plain, type: 'graduation', kind: 'none', documentStage: 'before-payment' },
      [
        [1, 'created'],
        [3, 'created'],
        [4, 'accepted'],
        [5, 'accepted'],
        [12, 'left'],
        [5, 'stayed'],
        [6, 'approved'],
      ],
      { subscription: 'created', data: 'accepted', documents: 'approved' },
    ],
  ])('%s', (_, offer, path, expected) => {
    const lines = path.map(([to, at]) => ({ to, at }));
    const steps = stepsOf({ id: 1, ...offer, status: lines.at(-1)?.to ?? 1 });
    const dates = stepDates(
      lines,
      steps.map(({ code }) => code),
    );
    const done = steps.flatMap(({ code, state }) => (state === 'done' ? [[code, dates.get(code)]] : []));
    expect(Object.fromEntries(done)).toEqual(expected);
  });
});
