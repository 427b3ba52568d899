import { COMPETENCES, MOST_POINTS } from '@orbita/domain/essay';
import { z } from 'zod';
import {
  day,
  defineCalls,
  id,
  isoDateTime,
  listOf,
  listQuery,
  maybe,
  named,
  text,
  typed,
} from '../../foundation/index.ts';
import { statusNumber } from '../../subscription/index.ts';
import { claim } from '../../work/index.ts';
import { essayState } from '../index.ts';
import { applicationEssayCalls } from './of-application.ts';

const share = z.number().min(0).max(1);
const place = z.number().int().nonnegative();
const count = z.number().int().nonnegative();
/** Part of a text, as offsets into its NFC form. */
const span = z.object({ start: place, end: place });
const competences = z.array(z.number().min(0).max(MOST_POINTS)).length(COMPETENCES);

/** Competences of an essay with their levels; each mark picks one level per competence (spec 25.7). */
const essayRubric = z
  .array(z.object({ label: text, levels: z.array(z.object({ points: place, text })) }))
  .meta({ id: 'EssayRubric' });

/** A mark already given, as shown to the lead who gives the final one. */
const essayMark = named('EssayMark', {
  round: z.number().int().positive(),
  by: text,
  score: z.number().min(0).max(1000),
  hasPlagiarism: z.boolean(),
  competences: competences.nullable(),
  feedback: text.nullable(),
  at: isoDateTime,
});

const gradedEssay = z.object({
  id,
  /** Null for team members until the grade is final: grading is blind (spec 25.7). */
  subscriptionId: id.nullable(),
  course: text,
  attempt: z.number().int().positive(),
  theme: text,
  title: text.nullable(),
  essay: text.nullable(),
  wordCount: count,
  completedDate: isoDateTime.nullable(),
  /**
   * Share of its word sequences that also occur in the most similar essay; `suspected` from 0.80 on, but the grader decides. Team
   * members are not shown which essay that is.
   */
  similarity: z.object({ max: share, essayId: id.nullable(), suspected: z.boolean() }),
  state: essayState,
  dueBy: isoDateTime.nullable(),
  version: z.number().int().positive(),
  claim: claim.nullable(),
  /** Submitted by the system when time ran out. */
  timedOut: z.boolean(),
  /** Number of the mark that is due, or of the last one given. */
  round: z.number().int().positive(),
  minScore: z.number().min(0).max(1000),
});

/** Essay as graders see it: without the author's name (spec 17.2). */
const opsEssay = gradedEssay.meta({ id: 'OperationsEssay' });

/** Essay with everything needed to grade it (spec 25.7). */
const opsWholeEssay = gradedEssay
  .extend({
    supportTexts: z.array(text),
    /** Passages quoted from the support texts, which do not count as copying. */
    quotations: z.array(span),
    rubric: essayRubric.nullable(),
    /** What the grader has typed but not yet submitted. */
    draft: z
      .object({
        score: z.number().nullable(),
        competences: z.array(z.number().nullable()).nullable(),
        hasPlagiarism: z.boolean(),
        feedback: text.nullable(),
        savedAt: isoDateTime,
      })
      .nullable(),
    /** Earlier marks; only from the third round on and only with `essays.lead`. */
    marks: z.array(essayMark).nullable(),
    /** Why this grader may not give the mark that is due: they already gave one, or they know the author. */
    barred: z.enum(['own-mark', 'recused']).nullable(),
  })
  .meta({ id: 'OperationsWholeEssay' });

const READS = ['essays.grade', 'essays.lead'] as const;

/** Grading of essays (spec 17.2, 25.7). */
export const essayTeamCalls = defineCalls({
  ...applicationEssayCalls,
  'GET /operations/essays': {
    summary:
      'Essays to grade, without the names of their authors; for people of the team those due in one hour stand in an order of chance',
    scope: READS,
    query: z.object({ state: essayState.optional(), ...listQuery }),
    responses: { 200: listOf(opsEssay) },
  },
  'GET /operations/essays/{id}': {
    summary: 'One essay with its similarity to others, and what grading it takes',
    scope: READS,
    within: { scope: 'essays.lead', for: 'the marks of others, else null' },
    responses: { 200: opsWholeEssay },
  },
  'GET /operations/essays/{id}/similar': {
    summary:
      'The most similar essays of other people, without who wrote them, and what they share with this one',
    scope: READS,
    responses: {
      200: z.array(
        z.object({
          label: text,
          share,
          /** Null if the essay belongs to an institution that the caller may not see. */
          title: text.nullable(),
          text: text.nullable(),
          /** Passages with the same words in both texts, as offsets into their NFC forms. */
          runs: z.array(
            z.object({ start: place, end: place, otherStart: place.nullable(), otherEnd: place.nullable() }),
          ),
          /**
           * Passages that the share leaves out because they quote the support texts of either theme: in this text, and in the
           * other one if it is shown.
           */
          quotations: z.array(span),
          otherQuotations: z.array(span).nullable(),
        }),
      ),
    },
  },
  'POST /operations/essays/{id}/grade': {
    summary:
      'Grade a finished essay, or one whose refusal is reviewed. The mark of a person may ask for a second one first (spec 25.7)',
    scope: 'essays.grade',
    within: { scope: 'essays.lead', for: 'a third mark, else 403' },
    body: z.object({
      score: z.number().min(0).max(1000),
      hasPlagiarism: z.boolean(),
      feedback: maybe(typed(10_000)),
      competences: maybe(competences),
      /** Version that was seen; required from team members. */
      version: maybe(z.int32().min(1)),
      /** Whether the grader requests a second mark. */
      secondGrade: maybe(z.boolean()),
    }),
    responses: {
      200: z.object({
        id,
        state: z.enum(['graded', 'second-grade', 'third-grade']),
        /** Both only present once the grade is final. */
        subscriptionId: id.optional(),
        status: statusNumber.optional(),
      }),
    },
    errors: [
      'STATE_CONFLICT',
      'SAME_GRADER',
      'VERSION_REQUIRED',
      'VERSION_CONFLICT',
      'CLAIMED_BY_OTHER',
      // Reasons that forbid the move of a review that approves (TR-99).
      'TRANSITION_NOT_ALLOWED',
      'BLOCKED',
      'OFFER_INACTIVE',
      'NO_VACANCIES',
      'SUBSCRIPTION_EXISTS',
    ],
  },
  'PUT /operations/essays/{id}/grade-draft': {
    summary: 'Keep what the grader has typed; nobody else sees it',
    scope: 'essays.grade',
    person: true,
    body: z.object({
      score: maybe(z.number().min(0).max(1000)),
      competences: maybe(z.array(z.number().min(0).max(MOST_POINTS).nullable()).length(COMPETENCES)),
      hasPlagiarism: maybe(z.boolean()),
      feedback: maybe(typed(10_000)),
    }),
    responses: { 200: z.object({ savedAt: isoDateTime }) },
    errors: ['STATE_CONFLICT'],
  },
  'POST /operations/essays/{id}/recusal': {
    summary: 'Give an essay back whose author the grader recognises; it is not offered to them again',
    scope: 'essays.grade',
    person: true,
    body: z.object({ reason: maybe(typed(2000)) }),
    responses: { 204: null },
    errors: ['STATE_CONFLICT'],
  },
  'POST /operations/essays/{id}/second-grade': {
    summary: 'Ask for a second mark of an essay that waits for its first one',
    scope: 'essays.lead',
    body: z.object({ reason: maybe(typed(2000)) }),
    responses: { 200: z.object({ id, version: z.number().int().positive() }) },
    errors: ['STATE_CONFLICT'],
  },
  'GET /operations/graders': {
    summary: 'What each grader gave in some days (30 until today when none are said), without a candidate',
    scope: 'essays.lead',
    query: z.object({ from: day.optional(), to: day.optional(), institution: z.string().max(60).optional() }),
    responses: {
      200: z.array(
        z.object({
          staffId: id,
          name: text,
          graded: count,
          mean: z.number(),
          /** Standard deviation. */
          spread: z.number(),
          /** From claiming the essay to the mark; null if none was claimed first. */
          medianMinutes: z.number().nullable(),
          /** Share of the marks whose essays needed a third mark. */
          thirds: share,
        }),
      ),
    },
  },
});
