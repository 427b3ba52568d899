import { z } from 'zod';
import {
  behalfReason,
  defineCalls,
  id,
  isoDateTime,
  listOf,
  listQuery,
  maybe,
  named,
  text,
} from '../../foundation/index.ts';
import { statusNumber } from '../../subscription/index.ts';
import { bookedTest, testPlace } from '../index.ts';

const slotState = z.enum(['coming', 'past', 'cancelled']).meta({ id: 'SlotState' });

/** Test slot as the institution runs it; `id` is used by the calls for its roll and results. */
const opsSlot = named('OperationsSlot', {
  id,
  code: text,
  offerCode: text,
  offerName: text,
  poleCode: text,
  place: text,
  at: isoDateTime,
  capacity: z.number().int().nonnegative(),
  taken: z.number().int().nonnegative(),
  state: slotState,
});

/** One line of a test's roll (spec 17.2); `state` is booked, or the result registered so far. */
const rollEntry = named('RollEntry', {
  subscriptionId: id,
  name: text,
  document: text,
  /** What was requested, and how the institution decided the test is to be held. */
  accessibility: z
    .object({ kinds: z.array(text), notes: text.nullable(), granted: text.nullable() })
    .nullable(),
  state: z.enum(['booked', 'missed', 'approved', 'rejected']),
  /** Whether there are any needs; only `accessibility` says which. */
  hasNeeds: z.boolean(),
  /** As marked at the door; null while nobody has. */
  present: z.boolean().nullable(),
  markedBy: text.nullable(),
  markedAt: isoDateTime.nullable(),
});

/** Outcome of one line of results: decided, or refused with an error code of the catalogue. `id` is that of the slot. */
const testDecided = named('TestDecided', {
  id,
  subscriptionId: id,
  state: z.enum(['missed', 'approved', 'rejected', 'refused']),
  status: statusNumber.nullable(),
  code: text.nullable(),
  message: text.nullable(),
});

/** A thousand lines need a fiftieth of this; some programs store images and styles in the file. */
const FILE_BYTES = 4 * 1024 * 1024;
const MOST_FILE_SIGNS = 3_600_000;

/** Scheduled tests as the institution runs them (spec 17.2). */
export const testCalls = defineCalls({
  'GET /operations/schedules': {
    summary: 'Test slots, soonest first; updatedSince means beginning since then',
    scope: ['tests.roll', 'tests.results'],
    query: z.object({ state: slotState.optional(), ...listQuery }),
    responses: { 200: listOf(opsSlot) },
  },
  'GET /operations/schedules/{hourId}': {
    summary: 'One test slot, with the score from which its test is passed',
    scope: ['tests.roll', 'tests.results'],
    responses: { 200: opsSlot.extend({ minimum: z.number() }).meta({ id: 'OperationsSlotPage' }) },
  },
  'PUT /operations/schedules/{hourId}/roll/{id}': {
    summary:
      'Mark whether somebody (`id` of her application) came to the test; the last mark counts until there is a result',
    scope: ['tests.roll', 'tests.results'],
    body: z.object({ present: z.boolean() }),
    responses: { 204: null },
    errors: ['STATE_CONFLICT'],
  },
  'GET /operations/schedules/{hourId}/roll': {
    summary: 'Who takes the test of a slot, by name, with the accessibility they need',
    scope: ['tests.roll', 'tests.results'],
    within: { scope: 'tests.results', for: 'the accessibility, which is null without it' },
    responses: { 200: z.array(rollEntry) },
  },
  'GET /operations/subscriptions/{id}/scheduling': {
    summary: 'Places, days and hours at the pole of an application, as its candidate may choose them',
    scope: ['tests.roll', 'subscriptions.act'],
    responses: { 200: z.array(testPlace) },
  },
  'PUT /operations/subscriptions/{id}/scheduling': {
    summary: 'Book the test on behalf of the candidate, or move it; by the same rules as her own call',
    scope: ['tests.roll', 'subscriptions.act'],
    body: z.object({ hourId: id, reason: behalfReason }),
    responses: { 200: bookedTest },
    errors: ['SLOT_FULL', 'RESCHEDULE_LIMIT', 'TRANSITION_NOT_ALLOWED'],
  },
  'POST /operations/schedules/{hourId}/results-file': {
    summary:
      'Read the first sheet of an XLSX file of results (inscricao, presente, nota, nota_redacao) with what is wrong by line; nothing is written',
    scope: 'tests.results',
    /** base64 preserves its bytes. */
    body: z.object({ file: z.string().min(1).max(MOST_FILE_SIGNS) }),
    bodyLimit: FILE_BYTES,
    responses: {
      200: z
        .object({
          rows: z.array(
            z.object({
              line: z.number().int(),
              subscriptionId: id,
              present: z.boolean(),
              score: z.number().nullable(),
              essayScore: z.number().nullable(),
            }),
          ),
          problems: z.array(z.object({ line: z.number().int(), message: text })),
        })
        .meta({ id: 'ResultsFile' }),
    },
    errors: ['RATE_LIMITED', 'UNAVAILABLE'],
  },
  'POST /operations/schedules/{hourId}/results': {
    summary:
      'Register absences and scores; malformed lines refuse the whole, all others are decided line by line',
    scope: 'tests.results',
    body: z
      .array(
        z.object({
          subscriptionId: id,
          present: z.boolean(),
          score: maybe(z.number().min(0).max(1000)),
          essayScore: maybe(z.number().min(0).max(1000)),
        }),
      )
      .min(1)
      .max(1000),
    responses: { 200: z.array(testDecided) },
  },
  'POST /operations/schedules/{hourId}/cancel': {
    summary: 'Withdraw a slot: everybody booked goes back to choosing and is told; may be repeated',
    scope: 'tests.results',
    responses: {
      200: z.object({
        id,
        state: z.literal('cancelled'),
        subscriptions: z.array(z.object({ subscriptionId: id, status: statusNumber })),
      }),
    },
  },
});
