import type { Actor, SubscriptionEvent } from '@orbita/domain/subscription';
import { CONTRACT_BODY, DEGREE_BODY, personBody, SCHOOLING_BODY } from '../bodies.ts';
import { bodyOf } from '../journey.ts';
import * as requests from '../requests.ts';
import { until } from '../until.ts';
import type { Letter } from './catalogue.ts';
import type { Hanging, Outcome, Walker } from './walker.ts';

/** An act on an application, and the event of the transition table it requests. */
export type Act = {
  event: SubscriptionEvent;
  actor: Actor;
  run(of: Walker): Promise<Outcome>;
};

/** An id that does not exist, for calls whose record is missing. */
const UNKNOWN_ID = 999_999_999;
const NOTHING_TO_DO: Outcome = { status: 204, body: {}, headers: new Headers() };
const REASON = 'Conferido pela secretaria';

/** Calls about the latest record of the application, or about a missing one. */
const about =
  (table: Hanging, call: (of: Walker, id: number) => Promise<Outcome>, where?: string) =>
  async (of: Walker): Promise<Outcome> =>
    call(of, (await of.newest(table, where)) ?? UNKNOWN_ID);

/** Does several acts in order; the first refusal is the outcome. */
const inTurn =
  (...steps: ((of: Walker) => Promise<Outcome>)[]) =>
  async (of: Walker): Promise<Outcome> => {
    let outcome = NOTHING_TO_DO;
    for (const step of steps) {
      outcome = await step(of);
      if (outcome.status >= 300) return outcome;
    }
    return outcome;
  };

const documentsOf = async (of: Walker, stage: 'selection' | 'enrollment') =>
  bodyOf(await requests.listDocuments(of.client, of.id, stage));

const review = (of: Walker, documentId: number): Promise<Outcome> =>
  requests.reviewDocument(of.engine.operations, documentId, 'waived');

/** Approves every open document of a stage, as the institution does. */
const approveAll = (stage: 'selection' | 'enrollment') => async (of: Walker) => {
  let outcome: Outcome | undefined;
  for (const { documentId, state } of await documentsOf(of, stage)) {
    if (state !== 'pending' && state !== 'rejected' && state !== 'sent') continue;
    outcome = await review(of, documentId);
    if (outcome.status >= 300) return outcome;
  }
  return outcome ?? review(of, UNKNOWN_ID);
};

const status = (wanted: number) => (of: Walker) => of.candidate('PUT', '/status', { status: wanted });

const startEssay = (of: Walker): Promise<Outcome> => requests.startEssay(of.client, of.id);
const finishEssay = about('essay', (of, id) => requests.finishEssay(of.client, id));
const gradeEssay = (score: number) =>
  about('essay', (of, id) => requests.gradeEssay(of.engine.operations, id, score));
const writeEssay = inTurn(startEssay, finishEssay);

const book = (slot: 0 | 1 | 2) => (of: Walker) =>
  of.candidate('PUT', '/scheduling', { hourId: of.engine.slots[slot] });
const bookFor = (slot: 0 | 1) => (of: Walker) =>
  of.institution('PUT', `/subscriptions/${of.id}/scheduling`, { hourId: of.engine.slots[slot] });
/** Each line of results has its own answer; the one for the booked slot counts. */
const result = (line: object) => async (of: Walker) => {
  const answers = await Promise.all(
    of.engine.slots.map((hour) =>
      of.institution('POST', `/schedules/${hour}/results`, [{ subscriptionId: of.id, ...line }]),
    ),
  );
  const outcomes = answers.map((answer): Outcome => {
    const [one] = Array.isArray(answer.body) ? (answer.body as { code?: string }[]) : [];
    return one?.code ? { ...answer, status: 409, body: one } : answer;
  });
  return outcomes.find(({ status }) => status < 300) ?? (outcomes[0] as Outcome);
};

const SCORES = { languages: 620, humanities: 620, sciences: 620, mathematics: 620, essay: 620 };
const LOW = { languages: 300, humanities: 300, sciences: 300, mathematics: 300, essay: 300 };
const lookUp = (registration: string) => (of: Walker) =>
  of.candidate('POST', '/exam-score', { registration, year: 2025 });
const score = (state: string, scores?: object) =>
  about('exam_score', (of, id) =>
    of.institution('POST', `/exam-scores/${id}/result`, { state, scores: scores ?? null }),
  );
const sendBulletin = async (of: Walker) => {
  const [asked] = (await documentsOf(of, 'selection')).filter(({ state }) => state === 'pending');
  return (await requests.upload(of.client, of.id, asked?.documentId ?? UNKNOWN_ID)) as Outcome;
};

const answer = (of: Walker) =>
  of.candidate('PUT', '/questionnaire/sections/extra', { rows: [{ reason: 'Gosto da área.' }] });
const answerFor = (of: Walker) =>
  of.institution('PUT', `/subscriptions/${of.id}/questionnaire/sections/extra`, {
    rows: [{ reason: 'Gosto da área.' }],
  });
const decideQuestionnaire = (decision: string) =>
  about('questionnaire', (of, id) =>
    of.institution('POST', `/questionnaires/${id}/decision`, { decision, comment: REASON }),
  );
const askInterview = (of: Walker) =>
  of.candidate('POST', '/interview', {
    channel: 'email',
    periods: [{ date: '2026-01-20', period: 'morning' }],
  });
const appoint = about('interview', (of, id) =>
  of.institution('PUT', `/interviews/${id}/appointment`, {
    at: '2026-01-20T10:00:00-03:00',
    place: 'Sala 1',
  }),
);
const held = about('interview', (of, id) =>
  of.institution('POST', `/interviews/${id}/outcome`, { held: true }),
);
const decideInterview = (decision: string) =>
  about('interview', (of, id) =>
    of.institution('POST', `/interviews/${id}/decision`, { decision, reason: REASON }),
  );

const schoolingOf = (letter: Letter) => {
  if (letter === 'X') return { level: 'postgraduate' };
  return letter === 'P' || letter === 'T' ? DEGREE_BODY : SCHOOLING_BODY;
};
const personal = (of: Walker): Promise<Outcome> =>
  requests.savePerson(
    of.client,
    of.personId,
    of.id,
    personBody({ name: 'Candidata Teste', birthDate: '2003-05-10' }),
  );
const data = inTurn(personal, (of) => requests.saveSchooling(of.client, of.id, schoolingOf(of.way.letter)));
/** Accepts the contract as shown, or sends another text if none is shown. */
const accept = async (of: Walker): Promise<Outcome> => {
  const { status, body } = await requests.readContract(of.client, of.id);
  return requests.sendAcceptance(of.client, of.id, status < 300 ? body.contract : CONTRACT_BODY);
};
const chooseClass = (of: Walker) => {
  const { letter, head, tail } = of.way;
  const code = `T-${letter}-${head}-${tail}`.toUpperCase();
  return of.candidate('PUT', '/class', { academicClassId: of.engine.classes.get(code) ?? 1 });
};

const openCharge =
  (purpose: requests.Purpose, voucher?: string, replace?: true) =>
  async (of: Walker): Promise<Outcome> => {
    const { status, body } = await requests.readPaymentOptions(of.client, of.id, purpose);
    const price = status < 300 ? body.prices[0] : undefined;
    return requests.openCharge(of.client, of.id, {
      purpose,
      priceId: price?.priceId ?? UNKNOWN_ID,
      method: 'pix',
      installments: price?.plan.length ?? 1,
      ...(voucher ? { voucher } : {}),
      ...(replace ? { replace } : {}),
    });
  };
/** The bank settles the payment; waits for its webhook. */
const settlePix = (amount?: number) =>
  about('payment', async (of, id) => {
    const money = async () => (await of.print()).payment;
    const before = await money();
    const settled = await requests.settlePix(
      of.engine.operations,
      id,
      amount === undefined ? {} : { amount },
    );
    if (settled.status < 300) await until(money, (now) => now !== before);
    return settled;
  });
const manual = (purpose: requests.Purpose) => (of: Walker) =>
  of.institution('POST', `/subscriptions/${of.id}/manual-payments`, { purpose, amount: 120, reason: REASON });
const decideManual = (decision: 'settled' | 'refused') =>
  about(
    'payment',
    (of, id) => of.institution('POST', `/manual-payments/${id}/decision`, { decision, reason: REASON }),
    `method = 'manual'`,
  );

const moveTo = (pole: 'BH' | 'CT') => (of: Walker) => {
  const { letter, head, tail } = of.way;
  const place = of.engine.place(letter, head, tail, pole);
  return of.candidate('PUT', '', { courseId: place.course_id, poleId: place.pole_id, subscriptionId: of.id });
};
const moveForPerson = (of: Walker) => {
  const { letter, head, tail } = of.way;
  const { course, pole } = of.engine.place(letter, head, tail, 'CT');
  return of.institution('POST', `/subscriptions/${of.id}/course-change`, {
    courseCode: course,
    poleCode: pole,
    reason: REASON,
  });
};
const cancel = (of: Walker) => of.candidate('POST', '/cancellation', { reason: 'gave-up' });
const decideCancellation = (decision: 'confirmed' | 'denied') =>
  about('cancellation', (of, id) =>
    of.institution('POST', `/cancellations/${id}/decision`, { decision, reason: REASON, refund: null }),
  );
const block = (of: Walker) =>
  of.institution('POST', '/blocks', { documentType: 'cpf', document: of.cpf, reason: REASON });
const unblock = async (of: Walker) => {
  const { tenantId, harness } = of.engine;
  const found = await harness.platform.db.asOwner((run) =>
    run('select id from block_entry where tenant_id = $1 and document = $2 and removed_at is null', [
      tenantId,
      of.cpf,
    ]),
  );
  return of.institution('DELETE', `/blocks/${found[0]?.id ?? UNKNOWN_ID}`);
};
const operationsEvent = (event: 'reinstated' | 'disqualified') => (of: Walker) =>
  of.institution('POST', `/subscriptions/${of.id}/events`, { event, reason: REASON });

/** The candidate requests a review, and somebody other than the decider grants it. */
const grantReview = async (of: Walker): Promise<Outcome> => {
  const asked = await of.candidate('POST', '/decision-review', { details: REASON });
  if (asked.status >= 300) return asked;
  const last = (await of.snapshot()).history.at(-1);
  const judged = last?.event === 'essay-rejected' ? { score: 720 } : { outcome: 'granted' };
  return (await of.engine.operations.send(
    'POST',
    `/orbita/api/operations/privacy-requests/${asked.body.id ?? UNKNOWN_ID}/review`,
    { body: { ...judged, answer: REASON }, headers: { 'x-operator': 'Segunda banca' } },
  )) as Outcome;
};

const candidate = (event: SubscriptionEvent, run: Act['run']): Act => ({ event, actor: 'candidate', run });
const institution = (event: SubscriptionEvent, run: Act['run']): Act => ({ event, actor: 'operations', run });
const system = (event: SubscriptionEvent, run: Act['run']): Act => ({ event, actor: 'system', run });

/**
 * All requests of candidates and institutions about an application, by name; `system` = moves that follow
 * automatically.
 */
export const ACTS = {
  'book the test': candidate('test-scheduled', book(0)),
  'move the test': candidate('test-rescheduled', book(1)),
  'book the test for them': institution('test-scheduled', bookFor(0)),
  'move the test for them': institution('test-rescheduled', bookFor(1)),
  'miss the test': institution('test-missed', result({ present: false })),
  'book the last test': candidate('test-scheduled', book(2)),
  'withdraw the last test': institution('slot-cancelled', (of) =>
    of.institution('POST', `/schedules/${of.engine.slots[2]}/cancel`),
  ),
  'pass the test': institution('test-approved', result({ present: true, score: 700, essayScore: 700 })),
  'fail the test': institution('test-rejected', result({ present: true, score: 10, essayScore: 10 })),
  'look up the score': candidate('exam-score-approved', lookUp('123456789012')),
  'approve the score': institution('exam-score-approved', score('approved', SCORES)),
  'reject the score': institution('exam-score-rejected', score('rejected', LOW)),
  'miss the score': institution('exam-score-bulletin-required', score('not-found')),
  'send the bulletin': candidate('exam-score-bulletin-required', sendBulletin),
  'switch to the essay': candidate('ingress-switched', (of) =>
    of.candidate('POST', '/ingress-switch', { kind: 'online-essay' }),
  ),
  'switch to the score': candidate('ingress-switched', (of) =>
    of.candidate('POST', '/ingress-switch', { kind: 'exam-score' }),
  ),
  'complete the information': candidate('information-completed', personal),
  'complete the information for them': institution('information-completed', (of) =>
    of.institution('POST', '/candidates', {
      documentType: 'cpf',
      document: of.cpf,
      name: 'Candidata Teste',
      birthDate: '2003-05-10',
    }),
  ),
  'start the essay': candidate('essay-started', startEssay),
  'finish the essay': candidate('essay-finished', finishEssay),
  'write the essay': candidate('essay-finished', writeEssay),
  'approve the essay': institution('essay-approved', gradeEssay(720)),
  'reject the essay': institution('essay-rejected', gradeEssay(10)),
  'retake the essay': candidate('essay-retake', status(1)),
  'approve selection documents': system('selection-documents-approved', approveAll('selection')),
  'approve the analysis': institution('selection-documents-approved', (of) =>
    of.institution('POST', `/subscriptions/${of.id}/selection-decision`, { decision: 'approved' }),
  ),
  'reject the analysis': institution('analysis-rejected', (of) =>
    of.institution('POST', `/subscriptions/${of.id}/selection-decision`, {
      decision: 'rejected',
      reason: REASON,
    }),
  ),
  'submit the questionnaire': candidate(
    'questionnaire-submitted',
    inTurn(answer, (of) => of.candidate('POST', '/questionnaire/submit')),
  ),
  'submit the questionnaire for them': institution(
    'questionnaire-submitted',
    inTurn(answerFor, (of) => of.institution('POST', `/subscriptions/${of.id}/questionnaire/submit`)),
  ),
  'approve the questionnaire': institution('questionnaire-approved', decideQuestionnaire('approved')),
  'return the questionnaire': institution('questionnaire-returned', decideQuestionnaire('returned')),
  'reject the questionnaire': institution('questionnaire-rejected', decideQuestionnaire('rejected')),
  'hold the interview': institution('interview-held', held),
  'arrange and hold the interview': institution('interview-held', inTurn(askInterview, appoint, held)),
  'arrange the interview': institution('interview-held', inTurn(askInterview, appoint)),
  'approve the interview': institution('interview-approved', decideInterview('approved')),
  'reject the interview': institution('interview-rejected', decideInterview('rejected')),
  'repeat the interview': institution('interview-repeat', decideInterview('repeat')),
  'accept the contract': candidate('contract-accepted', accept),
  'fill in and accept the contract': candidate('contract-accepted', inTurn(data, accept)),
  'choose a class': candidate('class-selected', chooseClass),
  'pay by pix': system('payment-confirmed', inTurn(openCharge('enrollment'), settlePix())),
  'pay the fee by pix': system('tax-paid', inTurn(openCharge('tax'), settlePix())),
  'open a charge': system('payment-confirmed', openCharge('enrollment')),
  'open a charge of the fee': system('tax-paid', openCharge('tax')),
  'pay too little': system('manual-payment-requested', inTurn(openCharge('enrollment'), settlePix(1))),
  'pay too little of the fee': system('manual-payment-requested', inTurn(openCharge('tax'), settlePix(1))),
  'pay what was closed': system('payment-confirmed', settlePix()),
  'use a voucher instead of the charge': system('payment-waived', openCharge('enrollment', 'TUDO', true)),
  'use a voucher for the fee': system('tax-waived', openCharge('tax', 'SEMTAXA')),
  'use a voucher for everything': system('payment-waived', openCharge('enrollment', 'TUDO')),
  'say it was paid': candidate('manual-payment-requested', status(11)),
  'take the payment': institution('manual-payment-requested', manual('enrollment')),
  'take the fee': institution('manual-payment-requested', manual('tax')),
  'settle by hand': institution('manual-payment-settled', decideManual('settled')),
  'refuse by hand': institution('manual-payment-refused', decideManual('refused')),
  'approve documents': system('documents-approved', approveAll('enrollment')),
  'change the pole': candidate('course-changed', moveTo('CT')),
  'change the pole for the person': institution('course-changed', moveForPerson),
  'change the pole back': candidate('course-changed', moveTo('BH')),
  cancel: candidate('cancel-requested', cancel),
  'take the cancellation back': candidate('cancel-withdrawn', (of) =>
    of.candidate('DELETE', '/cancellation'),
  ),
  'confirm the cancellation': institution('cancel-confirmed', decideCancellation('confirmed')),
  'deny the cancellation': institution('cancel-denied', decideCancellation('denied')),
  block: institution('blocked', block),
  unblock: institution('unblocked', unblock),
  disqualify: institution('disqualified', operationsEvent('disqualified')),
  'grant the review': institution('review-granted', grantReview),
  reinstate: institution('reinstated', operationsEvent('reinstated')),
} as const satisfies Record<string, Act>;

export type ActName = keyof typeof ACTS;
export const ACT_NAMES = Object.keys(ACTS) as ActName[];

/** Moves the clock until something has expired, and runs its job. */
export const CLOCK = {
  'next day': { at: '2026-01-13T10:00:00-03:00', job: 'payment-deadline' },
  'class hold': { at: '2026-01-12T12:00:00-03:00', job: 'class-hold' },
  'end of charges': { at: '2026-01-25T09:00:00-03:00', job: 'charge-expiry' },
  'payment deadline': { at: '2026-01-25T10:00:00-03:00', job: 'payment-deadline' },
  intake: { at: '2026-02-14T10:00:00-03:00', job: 'intake-expiry' },
  classes: { at: '2026-03-02T10:00:00-03:00', job: 'reminders' },
} as const;
export type ClockName = keyof typeof CLOCK;
