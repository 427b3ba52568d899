import { describe, expect, it } from 'vitest';
import { FAVOURABLE, KINDS, PREVIOUS, results } from './cases/favourable.ts';
import {
  type Actor,
  type ApplicationType,
  allStatuses,
  applicationTypes,
  decideMove,
  type Facts,
  guards,
  type Status,
  type SubscriptionEvent,
  transitions,
} from './index.ts';

// The table of spec 8.3, with what decision 0044 adds, written a second time: id | from | events | to | actors | types.
const SPEC = `
01|-|create|1|CO|GEPXT
02|-|create-incomplete|14|OS|GEPXT
03|14|information-completed|1|CO|GEPXT
04|1|tax-required|17|S|T
05|1|selection-documents-required|10|S|GPT
06|1|questionnaire-required|16|S|PT
07|1|interview-required|18|S|PT
08|1|direct-entry|3|S|GPXT
10|17|tax-paid|10 16 18 3|S|T
11|17|tax-waived|10 16 18 3|S|T
12|17|manual-payment-requested|11|COS|T
13|11|manual-payment-settled|10 16 18 3|O|T
14|11|manual-payment-refused|17|O|T
20|10|selection-documents-approved|16 18 3|OS|GPT
20|10|selection-documents-approved|1|OS|G
21|10|analysis-rejected|9|O|GPT
30|1|test-scheduled|2|CO|G
31|2|test-rescheduled|2|CO|G
32|2|test-missed slot-cancelled schedule-invalidated|1|OS|G
33|2|test-approved|3|O|G
34|2|test-rejected|9|O|G
40|1 10|exam-score-approved|3|SO|G
41|1 10|exam-score-rejected|9|SO|G
42|1|exam-score-bulletin-required|10|CS|G
43|1 10 9|ingress-switched|1|C|GE
50|1|essay-started essay-saved essay-finished essay-timed-out|1|CS|E
51|1|essay-approved|3|OS|E
52|1|essay-rejected|9|OS|E
53|9|essay-retake|1|C|E
60|16|questionnaire-submitted|20|CO|PT
61|16|questionnaire-submitted|18 3|CO|PT
62|20|questionnaire-approved|18 3|O|PT
63|20|questionnaire-returned|16|O|PT
64|20|questionnaire-rejected|9|O|PT
65|18|interview-held|19|O|PT
66|19|interview-approved|3|O|PT
67|19|interview-rejected|9|O|PT
68|19|interview-repeat|18|O|PT
70|3|contract-accepted|4|C|GEPXT
71|4|class-required|21|S|GEPXT
72|4 21|documents-required|5|S|GPXT
73|4 21|payment-required|6|S|GEPXT
74|4 21 6 5|payment-waived|5 7|S|GEPXT
75|21|class-selected|5 6 7|C|GEPXT
76|5|documents-approved|6|S|GPXT
77|5|documents-approved|7|S|GEPXT
78|6|payment-confirmed|5|S|GEPXT
79|6|payment-confirmed|7|S|GEPXT
80|6|manual-payment-requested|11|COS|GEPXT
81|11|manual-payment-settled|5 7|O|GEPXT
82|11|manual-payment-refused|6|O|GEPXT
83|6|class-hold-expired|21|S|GEPXT
84|4 21 6 5|course-changed|3|CO|GEPXT
85|21 6 17|payment-deadline-expired|13|S|GEPXT
86|1 2 3 10 14 16 18|intake-expired|13|S|GEPXT
90|1 2 3 4 5 6 9 10 14 16 17 18 19 20 21|cancel-requested|13|C|GEPXT
91|1 2 3 4 5 6 7 9 10 11 14 16 17 18 19 20 21|cancel-requested|12|C|GEPXT
92|12|cancel-confirmed|13|O|GEPXT
93|12|cancel-withdrawn|previous|C|GEPXT
93|12|cancel-denied|previous|O|GEPXT
94|1 2 3 4 5 6 9 10 11 12 14 16 17 18 19 20 21|blocked|8|O|GEPXT
95|8|unblocked|previous|O|GEPXT
96|1 2 3 4 5 6 9 10 11 14 16 17 18 19 20 21|disqualified|9|O|GEPXT
98|13|reinstated|21 5 6 7|O|GEPXT
98|13|reinstated|previous|O|GEPXT
99|9|review-granted|3|O|GEPT`;

const LETTERS: Record<ApplicationType, string> = {
  graduation: 'G',
  essay: 'E',
  postgraduate: 'P',
  extension: 'X',
  tax: 'T',
};
const ACTORS: Record<Actor, string> = { candidate: 'C', system: 'S', operations: 'O' };
const actors = Object.keys(ACTORS) as Actor[];

const specRows = SPEC.trim()
  .split('\n')
  .map((line) => {
    const [id = '', from = '', events = '', to = '', who = '', types = ''] = line.split('|');
    return {
      id: `TR-${id}`,
      from: from.split(' '),
      events: events.split(' '),
      to: to.split(' '),
      who,
      types,
    };
  });

const expected = (from: Status | null, event: string, type: ApplicationType, actor: Actor): number[] => {
  const rows = specRows.filter(
    (row) =>
      row.events.includes(event) &&
      row.from.includes(from === null ? '-' : String(from)) &&
      row.types.includes(LETTERS[type]) &&
      row.who.includes(ACTORS[actor]),
  );
  const to = rows.flatMap((row) => row.to.map((value) => (value === 'previous' ? PREVIOUS : Number(value))));
  return [...new Set(to)].sort((a, b) => a - b);
};

const BOTH = [true, false];

function* headVariants(): Generator<Facts> {
  for (const kind of KINDS)
    for (const feePaid of BOTH)
      for (const selectionDocuments of BOTH)
        for (const selectionDocumentsApproved of BOTH)
          for (const questionnaireAttached of BOTH)
            for (const interviewOn of BOTH)
              for (const good of BOTH)
                yield {
                  ...FAVOURABLE,
                  ...results(good),
                  kind,
                  feePaid,
                  selectionDocuments,
                  selectionDocumentsApproved,
                  questionnaireAttached,
                  interviewOn,
                  contractAccepted: false,
                  manualPaymentPurpose: 'tax',
                };
}

function* tailVariants(): Generator<Facts> {
  for (const requiresClass of BOTH)
    for (const classSelected of BOTH)
      for (const documentStage of ['after-payment', 'before-payment', 'none'] as const)
        for (const documentsOpen of BOTH)
          for (const amountDue of [0, 36_000])
            for (const isPaid of BOTH)
              yield {
                ...FAVOURABLE,
                ...results(true),
                requiresClass,
                classSelected,
                documentStage,
                documentsOpen,
                amountDue,
                isPaid,
                manualPaymentPurpose: 'enrollment',
              };
}

const variants = [...headVariants(), ...tailVariants()];
const events = [...new Set(transitions.map((row) => row.event))];

describe('the transition table', () => {
  it('has exactly the rows of the specification', () => {
    expect([...new Set(transitions.map((row) => row.id))]).toEqual([
      ...new Set(specRows.map((row) => row.id)),
    ]);
    expect([...events].sort()).toEqual([...new Set(specRows.flatMap((row) => row.events))].sort());
  });

  it('never touches the reserved status 15', () => {
    for (const row of transitions) {
      expect([row.from, row.to, row.targets].flat()).not.toContain(15);
    }
  });

  describe.each(applicationTypes)('%s', (type) => {
    it.each(events)('S19: %s leads from each status exactly where the specification says', (event) => {
      for (const actor of actors) {
        for (const from of [null, ...allStatuses]) {
          const reached = new Set<number>();
          for (const facts of variants) {
            const decision = decideMove({ type, from, event, actor, facts });
            if (decision.allowed) reached.add(decision.to);
          }
          const to = [...reached].sort((a, b) => a - b);
          expect({ from, actor, to }).toEqual({ from, actor, to: expected(from, event, type, actor) });
        }
      }
    });
  });

  it('refuses every move without facts, except to request a cancellation from 11', () => {
    const allowed = transitions.flatMap((row) =>
      (row.from ?? [null]).flatMap((from) =>
        row.types.flatMap((type) =>
          row.actors
            .filter((actor) => decideMove({ type, from, event: row.event, actor, facts: {} }).allowed)
            .map(() => `${row.event} from ${from}`),
        ),
      ),
    );
    expect([...new Set(allowed)]).toEqual(['cancel-requested from 11']);
  });
});

describe('guards', () => {
  const contract: Facts = { ...FAVOURABLE, minor: true, guardianComplete: true };
  const accept = (facts: Facts) =>
    decideMove({ type: 'essay', from: 3, event: 'contract-accepted', actor: 'candidate', facts });

  it.each([
    ['PRICE_NOT_REGISTERED', { priceRegistered: false }],
    ['DATA_INCOMPLETE', { dataComplete: false }],
    ['DATA_INCOMPLETE', { usesDisciplines: true, disciplinesComplete: false }],
    ['GUARDIAN_REQUIRED', { guardianComplete: false }],
    ['NO_VACANCIES', { vacancyTaken: false }],
    ['INTAKE_INACTIVE', { intakeActive: false }],
  ] as const)('contract: %s', (code, missing) => {
    expect(accept(contract).allowed).toBe(true);
    expect(accept({ ...contract, ...missing })).toEqual({ allowed: false, code });
  });

  it('a manual payment needs another fact for each actor', () => {
    const ask = (actor: Actor, facts: Facts) =>
      decideMove({ type: 'essay', from: 6, event: 'manual-payment-requested', actor, facts }).allowed;
    expect(ask('candidate', { amountMismatch: true, reasonGiven: true })).toBe(false);
    expect(ask('candidate', { manualPaymentEnabled: true })).toBe(true);
    expect(ask('system', { manualPaymentEnabled: true })).toBe(false);
    expect(ask('system', { amountMismatch: true })).toBe(true);
    expect(ask('operations', { reasonGiven: true })).toBe(true);
  });

  it('there is no retake after plagiarism', () => {
    const retake = (noRetake: boolean, event: SubscriptionEvent) =>
      decideMove({ type: 'essay', from: 9, event, actor: 'candidate', facts: { ...FAVOURABLE, noRetake } })
        .allowed;
    expect([retake(false, 'essay-retake'), retake(true, 'essay-retake')]).toEqual([true, false]);
    expect([retake(false, 'ingress-switched'), retake(true, 'ingress-switched')]).toEqual([true, false]);
  });

  it('refuses an essay score of zero even when the minimum is zero', () => {
    const facts: Facts = { essay: { score: 0, minimum: 0, plagiarism: false } };
    const move = { type: 'essay', from: 1, actor: 'operations', facts } as const;
    expect(decideMove({ ...move, event: 'essay-approved' }).allowed).toBe(false);
    expect(decideMove({ ...move, event: 'essay-rejected' }).allowed).toBe(true);
  });

  it('records the class together with what follows', () => {
    const facts: Facts = {
      ...FAVOURABLE,
      requiresClass: true,
      classSelected: true,
      documentStage: 'none',
      amountDue: 0,
    };
    const decision = decideMove({
      type: 'extension',
      from: 21,
      event: 'class-selected',
      actor: 'candidate',
      facts,
    });
    expect(decision).toMatchObject({ allowed: true, to: 7, together: { id: 'TR-74' } });
    expect(decision.allowed && decision.effects).toEqual(
      expect.arrayContaining(['holdClass', 'markPaid', 'handOver']),
    );
  });

  it('a withdrawn cancellation does not hand over to the student system again', () => {
    const decision = decideMove({
      type: 'essay',
      from: 12,
      event: 'cancel-withdrawn',
      actor: 'candidate',
      facts: { previousStatus: 7 },
    });
    expect(decision).toMatchObject({ allowed: true, to: 7, effects: ['restartPaymentDeadline'] });
  });

  it('every guard is used by some row', () => {
    const used = new Set(transitions.flatMap((row) => row.guards));
    expect(Object.keys(guards).filter((name) => !used.has(name as never))).toEqual([]);
  });
});
