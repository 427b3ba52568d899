import { APPROVAL_QUEUE } from '@orbita/domain/approval';
import { COUNTED_ONLY, type CountedOnly, GROUPS, KIND_NAMES, QUEUE_NAMES } from '@orbita/domain/work';
import { z } from 'zod';
import {
  anyPart,
  cursor,
  defineCalls,
  id,
  isoDateTime,
  named,
  pageQuery,
  pathId,
  text,
  typedLine,
  whole,
} from '../foundation/index.ts';
import { statusNumber } from '../subscription/index.ts';

export { KIND_NAMES, QUEUE_NAMES } from '@orbita/domain/work';
export { decided, itemErrors } from './decisions.ts';

/**
 * Queues that are counted: those of items, and those with calls of their own: what awaits a second person, and what cannot be
 * claimed.
 */
const queueName = z
  .enum([
    ...QUEUE_NAMES,
    APPROVAL_QUEUE.name,
    ...(Object.keys(COUNTED_ONLY) as [CountedOnly, ...CountedOnly[]]),
  ])
  .meta({ id: 'QueueName' });
const workKind = z.enum(KIND_NAMES).meta({ id: 'WorkKind' });
const risk = z.enum(['none', 'at-risk', 'late']).meta({ id: 'Risk' });

/** Who has claimed an item, and until when nobody else can decide it (spec 25.4.2). */
export const claim = z
  .object({ claimId: id, staffId: id, by: text, since: isoDateTime, until: isoDateTime, mine: z.boolean() })
  .meta({ id: 'Claim' });

/** Person or group that an item is assigned to for days, and who assigned it (spec 25.4.5). */
const assigned = named('Assigned', {
  staffId: id.nullable(),
  groupId: id.nullable(),
  name: text,
  by: text,
  at: isoDateTime,
  /** Whether it is assigned to the caller, or to one of their groups and they have not withdrawn from it. */
  mine: z.boolean(),
});

const groupName = typedLine(GROUPS.name).min(1);
const staffIds = z.array(id).max(GROUPS.members);

/** Team members of one institution whom items can be assigned to as a group (spec 25.4.5). */
const group = named('Group', {
  id,
  institutionCode: text,
  name: text,
  /** `counts`: the member can currently claim something there. */
  members: z.array(z.object({ staffId: id, name: text, counts: z.boolean() })),
  /** Number of items assigned to the group. */
  assigned: whole,
  version: z.number().int().positive(),
  createdBy: text,
  createdAt: isoDateTime,
});

/** Version of an item that a decision is based on: required from team members, optional for tokens (spec 25.4.3). */
export const seenVersion = z.int32().positive().optional();

/** Number of items waiting in a queue; counts are exact up to 1000 (spec 25.4.1). */
const queueCount = named('QueueCount', {
  queue: queueName,
  label: text,
  /**
   * Null if this queue could not be counted just now; its other figures are then meaningless, while those of other queues are
   * valid.
   */
  count: z.number().int().nonnegative().nullable(),
  capped: z.boolean(),
  atRisk: z.number().int().nonnegative(),
  late: z.number().int().nonnegative(),
  /** Number of its items that the caller has claimed. */
  mine: z.number().int().nonnegative(),
  /** Number of its items assigned to the caller or to one of their groups. */
  assigned: z.number().int().nonnegative(),
  oldestAt: isoDateTime.nullable(),
  /**
   * Positions of items between their arrival (0), the time they become at risk (50) and the time they are due (100; 119 is late
   * by a fifth of the way or more), in order; of more than 60 items, a representative 60.
   */
  track: z.array(z.number().int().min(0).max(119)).max(60),
});

/** Item awaiting a decision. `subscriptionId` is null if the author must not be known. */
const queueItem = named('QueueItem', {
  kind: workKind,
  itemId: id,
  title: text,
  subscriptionId: id.nullable(),
  institutionCode: text,
  waitingSince: isoDateTime,
  dueAt: isoDateTime,
  risk,
  version: z.number().int().positive(),
  claim: claim.nullable(),
  assigned: assigned.nullable(),
  /** Currently not offered to the caller, who skipped it within the last day or has already had their say. */
  skipped: z.boolean(),
});

/** State of a queue item on the page where it is decided, including its queue. */
export const ownItem = queueItem
  .pick({ waitingSince: true, dueAt: true, risk: true, claim: true, assigned: true, skipped: true })
  .extend({ queue: z.enum(QUEUE_NAMES) })
  .meta({ id: 'WaitingItem' });

/** Application that the caller recently opened, as an entry that links to it (spec 25.5). */
const openedSubscription = named('OpenedSubscription', {
  subscriptionId: id,
  name: text,
  courseName: text,
  status: statusNumber,
  statusName: text,
  statusColor: text,
  institutionCode: text,
  openedAt: isoDateTime,
});

const institution = z.string().max(60).optional();
const itemKinds = [
  'essays.grade',
  'essays.lead',
  'documents.review',
  'students',
  'payments.settle',
  'payments.leave',
  'exam-scores',
  'admissions.interview',
  'admissions.decide',
] as const;

/** Scopes that lead a queue: they decide who its items are assigned to. */
const leading = [
  'documents.review',
  'essays.lead',
  'students',
  'payments.settle',
  'payments.leave',
  'exam-scores',
  'admissions.decide',
] as const;
/** Whoever claims an item may also assign it to themselves. */
const assigning = [...leading, 'essays.grade', 'admissions.interview'] as const;

/** Queues of work awaiting a decision, and claims on it (spec 25.4). */
export const workCalls = defineCalls({
  'GET /operations/queues': {
    summary: 'How much waits in each queue that the caller may open',
    scope: anyPart,
    query: z.object({ institution }),
    responses: { 200: z.object({ asOf: isoDateTime, queues: z.array(queueCount) }) },
  },
  'GET /operations/queues/{queue}': {
    summary:
      'Items of a queue: late ones first, then those at risk, then the others, each by when they are due',
    scope: itemKinds,
    query: z.object({
      institution,
      /** Only what the caller has claimed. */
      mine: z.enum(['true', 'false']).optional(),
      /** Only what is assigned to the caller or to one of their groups, or to nobody. */
      assigned: z.enum(['me', 'nobody']).optional(),
      pageSize: pageQuery.pageSize,
      cursor,
    }),
    responses: {
      200: z.object({
        data: z.array(queueItem),
        total: z.number().int().nonnegative(),
        totalCapped: z.boolean(),
        nextCursor: z.string().nullable(),
      }),
    },
  },
  'POST /operations/queues/{queue}/next': {
    summary: 'Take up the next item that nobody has; two callers never get the same. 204 when none is free',
    scope: itemKinds,
    person: true,
    body: z.object({
      /** Item the caller comes from: others of the same application come first, then the items after it. */
      after: id.optional(),
      institution,
    }),
    responses: { 200: queueItem, 204: null },
  },
  'POST /operations/queues/{queue}/skips': {
    summary: 'Give an item back unseen; it is not offered to this person again for a day',
    scope: itemKinds,
    person: true,
    body: z.object({ itemId: id, reason: z.string().trim().min(1).max(200).nullable().optional() }),
    responses: { 204: null },
  },
  'GET /operations/queues/{queue}/assignees': {
    summary: 'People and groups that may take up what waits in a queue, with how many items are theirs',
    scope: itemKinds,
    query: z.object({ institution }),
    responses: {
      200: z.object({
        data: z.array(z.object({ staffId: id, name: text, assigned: whole })),
        groups: z.array(
          z.object({
            groupId: id,
            name: text,
            institutionCode: text,
            /** Number of its members who may claim items of the queue. */
            members: whole,
            assigned: whole,
          }),
        ),
      }),
    },
  },
  'POST /operations/queues/{queue}/assignments': {
    summary:
      'Give a person or a group the next items of a queue that are nobody’s, in its order; for who leads it',
    scope: leading,
    body: z
      .object({
        staffId: id.optional(),
        groupId: id.optional(),
        count: z.number().int().min(1).max(100),
        institution,
      })
      .refine(({ staffId, groupId }) => (staffId === undefined) !== (groupId === undefined), {
        path: ['staffId'],
      }),
    responses: { 200: z.object({ assigned: whole }) },
  },
  'GET /operations/assignments/{kind}/{itemId}': {
    summary: 'Whose an item was and is, the last first; for who leads its queue',
    scope: leading,
    params: z.object({ kind: workKind, itemId: pathId }),
    responses: {
      200: z.object({
        data: z.array(
          z.object({
            staffId: id.nullable(),
            groupId: id.nullable(),
            name: text,
            by: text,
            at: isoDateTime,
            reason: text.nullable(),
            endedAt: isoDateTime.nullable(),
            endedBy: text.nullable(),
          }),
        ),
      }),
    },
  },
  'PUT /operations/assignments/{kind}/{itemId}': {
    summary:
      'Give an item to a person or a group, make a free one or one’s group’s one’s own, or give it back (null); other people’s items, and groups, need the leading part',
    scope: assigning,
    params: z.object({ kind: workKind, itemId: pathId }),
    body: z
      .object({
        staffId: id.nullable().optional(),
        groupId: id.nullable().optional(),
        reason: z.string().trim().min(1).max(200).nullable().optional(),
      })
      // A request that names nobody at all would take the item away from whoever has it.
      .refine(({ staffId, groupId }) => staffId !== undefined || groupId !== undefined, {
        path: ['staffId'],
      })
      .refine(({ staffId, groupId }) => !staffId || !groupId, { path: ['groupId'] }),
    responses: { 204: null },
    errors: ['STATE_CONFLICT'],
  },
  'GET /operations/groups': {
    summary: 'Groups of the institutions in which the caller leads a queue, and the people who may be in one',
    scope: leading,
    query: z.object({ institution }),
    responses: {
      200: z.object({
        data: z.array(group),
        people: z.array(z.object({ staffId: id, name: text })),
      }),
    },
  },
  'POST /operations/groups': {
    summary: 'Make a group of people of the team, to whom items may be given together; it gives no right',
    scope: leading,
    body: z.object({ institution: z.string().min(1).max(60), name: groupName, staffIds }),
    responses: { 201: group },
    errors: ['NOT_FOUND'],
  },
  'PUT /operations/groups/{id}': {
    summary: 'Change the name and the people of a group',
    scope: leading,
    body: z.object({ name: groupName, staffIds, version: z.int32().positive() }),
    responses: { 200: group },
    errors: ['VERSION_CONFLICT'],
  },
  'DELETE /operations/groups/{id}': {
    summary: 'End a group: what it has is nobody’s again, and its name is free',
    scope: leading,
    responses: { 204: null },
  },
  'GET /operations/opened-subscriptions': {
    summary: 'Applications that the caller opened last, ten at most, of the institutions she may see now',
    scope: 'subscriptions.read',
    person: true,
    query: z.object({ institution }),
    responses: { 200: z.array(openedSubscription) },
  },
  'POST /operations/claims': {
    summary: 'Take an item up, or over from somebody else with the leading part',
    scope: itemKinds,
    person: true,
    body: z.object({ kind: workKind, itemId: id, takeOver: z.boolean().optional() }),
    responses: { 201: z.object({ id, until: isoDateTime, version: z.number().int().positive() }) },
    errors: ['NOT_FOUND', 'CLAIMED_BY_OTHER'],
  },
  'PUT /operations/claims/{id}': {
    summary: 'Keep an item for a further while',
    scope: itemKinds,
    person: true,
    responses: { 200: z.object({ until: isoDateTime }) },
    errors: ['CLAIMED_BY_OTHER'],
  },
  'DELETE /operations/claims/{id}': {
    summary: 'Give an item back',
    scope: itemKinds,
    person: true,
    responses: { 204: null },
  },
});
