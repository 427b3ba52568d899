import type { Actor, SubscriptionEvent } from '@orbita/domain/subscription';
import { errorCatalogue } from '@orbita/protocol/foundation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACT_NAMES, ACTS, type ActName } from '../../../testing/engine/acts.ts';
import { arrange, PLACES } from '../../../testing/engine/arrange.ts';
import { TYPES } from '../../../testing/engine/catalogue.ts';
import { plantFor } from '../../../testing/engine/plants.ts';
import { differences, type Print } from '../../../testing/engine/print.ts';
import { rowsFor } from '../../../testing/engine/table.ts';
import { Engine, type Outcome } from '../../../testing/engine/walker.ts';
import { type Harness, startHarness } from '../../../testing/harness.ts';
import { sample } from '../../../testing/sample.ts';

let harness: Harness;
let engine: Engine;
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  engine = await Engine.on(harness);
});
afterAll(() => harness.stop());

/** Acts of several steps, of which only the last requests the move. */
const IN_PARTS: readonly ActName[] = [
  'fill in and accept the contract',
  'arrange and hold the interview',
  'write the essay',
  'arrange the interview',
  'submit the questionnaire',
  'submit the questionnaire for them',
  // It acts on a slot, whoever has booked it.
  'withdraw the last test',
];
/** Calls that request one of several moves, depending on the application. */
const ALSO: Partial<Record<ActName, readonly SubscriptionEvent[]>> = {
  'book the test': ['test-rescheduled'],
  'book the last test': ['test-rescheduled'],
  'move the test': ['test-scheduled'],
  'book the test for them': ['test-rescheduled'],
  'move the test for them': ['test-scheduled'],
  'change the pole': ['schedule-invalidated'],
  'change the pole for the person': ['schedule-invalidated'],
};

/**
 * Acts that may succeed without a move: a document is reviewed whenever it exists, an essay has its own
 * states.
 */
const BESIDE: readonly ActName[] = [
  'approve documents',
  'approve selection documents',
  'complete the information',
  'complete the information for them',
  'change the pole',
  'change the pole for the person',
  'change the pole back',
  // They act on a person, whatever the status of the applications.
  'block',
  'unblock',
  // The scan of a sent file finishes by itself a moment later.
  'send the bulletin',
];
const IN_ORDER = [...ACT_NAMES.filter((name) => !BESIDE.includes(name)), ...BESIDE];

const NOT_ALLOWED = '409 TRANSITION_NOT_ALLOWED';
const CONFLICT = '409 STATE_CONFLICT';
const NOT_PAYABLE = ['409 NOT_PAYABLE', '409 ALREADY_PAID'];
/**
 * Expected answer of each act where the table has no row for it, by the calls of the spec;
 * `TRANSITION_NOT_ALLOWED` by default.
 */
const ANSWERS: Partial<Record<ActName, readonly string[]>> = {
  'accept the contract': [NOT_ALLOWED, '409 ALREADY_ACCEPTED'],
  'approve the essay': [CONFLICT, NOT_ALLOWED],
  'reject the essay': [CONFLICT, NOT_ALLOWED],
  'grant the review': ['409 REVIEW_CLOSED'],
  'start the essay': ['409 ESSAY_FINISHED', '409 NOT_ESSAY_INGRESS'],
  'finish the essay': ['404 NOT_FOUND', '409 ESSAY_FINISHED'],
  'miss the test': [CONFLICT],
  'pass the test': [CONFLICT],
  'fail the test': [CONFLICT],
  'retake the essay': [NOT_ALLOWED, '204 same'],
  'approve the score': [CONFLICT],
  'reject the score': [CONFLICT],
  'miss the score': [CONFLICT],
  'approve the questionnaire': [NOT_ALLOWED, CONFLICT],
  'return the questionnaire': [NOT_ALLOWED, CONFLICT],
  'reject the questionnaire': [NOT_ALLOWED, CONFLICT],
  'confirm the cancellation': [NOT_ALLOWED, CONFLICT],
  'deny the cancellation': [NOT_ALLOWED, CONFLICT],
  'take the payment': [CONFLICT, '409 ALREADY_PAID'],
  'take the fee': [CONFLICT, '409 ALREADY_PAID'],
  'settle by hand': [CONFLICT],
  'refuse by hand': [CONFLICT],
  'say it was paid': [NOT_ALLOWED, '204 same'],
  'open a charge': NOT_PAYABLE,
  'open a charge of the fee': NOT_PAYABLE,
  'pay too little': NOT_PAYABLE,
  'pay too little of the fee': NOT_PAYABLE,
  'pay by pix': NOT_PAYABLE,
  'pay the fee by pix': NOT_PAYABLE,
  'pay what was closed': ['404 NOT_FOUND', CONFLICT],
  'use a voucher instead of the charge': NOT_PAYABLE,
  'use a voucher for the fee': NOT_PAYABLE,
  'use a voucher for everything': NOT_PAYABLE,
};
const REFUSED_BESIDE = ['404 NOT_FOUND', '409 CHANGE_UNAVAILABLE', CONFLICT];

const answered = ({ status, body }: Outcome): string => {
  if (status === 204) return '204 same';
  // The dialog of S-35 shows this sentence unchanged (spec 7.5).
  if (String(body).includes(errorCatalogue.CHANGE_UNAVAILABLE.text)) return `${status} CHANGE_UNAVAILABLE`;
  return `${status} ${body?.code}`;
};

describe('S19: transitions missing from the table are refused, and nothing is written', () => {
  it.each(
    sample(PLACES, 8).map((place) => ({ ...place, name: `${TYPES[place.letter]} in ${place.status}` })),
  )('$name', async (place) => {
    const walker = await arrange(engine, place);
    const type = TYPES[place.letter];
    const wrong: string[] = [];
    let asked = 0;
    let known: Print | undefined;
    for (const name of IN_ORDER) {
      const { event, actor, run } = ACTS[name];
      const asks = (one: SubscriptionEvent, whose?: Actor) =>
        rowsFor({ type, from: place.status, event: one, ...(whose ? { actor: whose } : {}) });
      const rows = [
        asks(event, actor === 'system' ? undefined : actor),
        ...(ALSO[name] ?? []).map((one) => asks(one)),
      ].flat();
      if (rows.length > 0 || IN_PARTS.includes(name)) continue;
      asked += 1;
      const removePlant = await plantFor(walker, name);
      // A refused act wrote nothing, so the earlier fingerprint is still valid unless a fixture was added.
      const before = (!removePlant && known) || (await walker.print());
      const outcome = await run(walker);
      const after = await walker.print();
      const written = differences(before, after);
      known = removePlant ? undefined : after;
      await removePlant?.();
      const answer = answered(outcome);
      const done = BESIDE.includes(name) && outcome.status < 300;
      if (written.includes('status_history')) wrong.push(`${name}: ${answer}, and it moved`);
      const right = BESIDE.includes(name) ? REFUSED_BESIDE : (ANSWERS[name] ?? [NOT_ALLOWED]);
      if (!done && !right.includes(answer)) wrong.push(`${name}: answered ${answer}`);
      if (!done && written.length > 0) wrong.push(`${name}: ${answer}, but wrote ${written}`);
    }
    expect(wrong).toEqual([]);
    expect(asked).toBeGreaterThan(15);
  });

  it('compares every table of an application', () => {
    const kept = [
      ...['subscription', 'person', 'exam_score', 'questionnaire', 'interview', 'class_hold', 'test_booking'],
      ...[
        'notification',
        'outbox_event',
        'webhook_delivery',
        'manual_payment',
        'essay_grade',
        'document_file',
      ],
      ...['payment_event', 'refund', 'voucher_use', 'offer_course_pole', 'academic_class', 'schedule_slot'],
    ];
    expect(engine.printer.tables).toEqual(expect.arrayContaining(kept));
  });
});
