import { afterMarks, joinedFeedback, recordedGrade } from '@orbita/domain/essay';
import { isoInZone } from '@orbita/domain/foundation';
import { STATUS, type Status } from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import type { Tx } from '../platform/database/types.ts';
import { fail, invalid } from '../platform/http/errors.ts';
import type { Platform } from '../platform/platform.ts';
import { lockRow } from '../subscription/row.ts';
import { concludeEssay } from './conclude.ts';
import { markErrors } from './mark-errors.ts';
import {
  type GivenMark,
  type Grader,
  gradeOf,
  graderName,
  type MarkRow,
  markRulesOf,
  marksOf,
  writeMark,
} from './marks.ts';
import { type EssayRow, essayById, lockEssay } from './store.ts';

export type GradeCommand = GivenMark & {
  essayId: number;
  /** Who graded: name of the service token, and the operator if given. */
  grader: string;
  /** Institutions that the grader may see; null = all. Essays of others are reported as not found. */
  institutions?: readonly string[] | null | undefined;
};

/** Result of marking an essay; id and status of the application are included only when the grade is final. */
export type Graded =
  | { id: number; state: 'graded'; subscriptionId: number; status: Status }
  | { id: number; state: 'second-grade' | 'third-grade' };

const WITHDRAWN = 'A pessoa começou uma nova redação. Esta não será corrigida.';

/** Refuses an essay that needs no mark: 409 with its state, and who graded it when. */
export async function refuseUngradable(tx: Tx, row: EssayRow, status: Status): Promise<void> {
  if (row.state === 'finished' && status === STATUS.Subscribed) return;
  const last = (await marksOf(tx, row.id)).at(-1);
  const decided =
    row.state === 'graded' && last ? { by: graderName(last), at: isoInZone(last.at, row.time_zone) } : {};
  fail('STATE_CONFLICT', {
    extra: { state: row.state, status, ...decided },
    ...(row.state === 'withdrawn' ? { message: WITHDRAWN } : {}),
  });
}

/** Locks the application first and the essay second, in the same order as when an essay is started. */
export async function lockForMark(
  tx: Tx,
  { essayId, institutions }: Pick<GradeCommand, 'essayId' | 'institutions'>,
): Promise<{ row: EssayRow; status: Status }> {
  const known = await essayById(tx, essayId);
  if (!known || institutions?.includes(known.institution_code) === false) fail('NOT_FOUND');
  const locked = await tx.one<{ status: Status }>(lockRow(tx.tenantId, known.subscription_id));
  const row = await lockEssay(tx, essayId);
  if (!row || !locked) fail('NOT_FOUND');
  return { row, status: locked.status };
}

const finalOf = async (
  tx: Tx,
  platform: Platform,
  row: EssayRow,
  grade: Parameters<typeof concludeEssay>[3],
): Promise<Graded> => ({
  id: row.id,
  state: 'graded',
  subscriptionId: row.subscription_id,
  status: await concludeEssay(tx, platform, row, grade),
});

/**
 * Grades a finished essay on behalf of a system of the institution: its mark is the grade immediately (spec 10.1, 17.2).
 * Plagiarism makes the score zero and forbids a retake. In any other state, or if the application is no longer waiting for the
 * result: `STATE_CONFLICT` with `state` and `status`.
 */
export async function gradeEssay(tx: Tx, platform: Platform, command: GradeCommand): Promise<Graded> {
  const { row, status } = await lockForMark(tx, command);
  invalid(markErrors(row, command, false));
  await refuseUngradable(tx, row, status);
  const grader = { name: command.grader, staffId: null };
  await writeMark(tx, row, command, grader, platform.clock.now());
  return finalOf(tx, platform, row, {
    ...recordedGrade(command),
    feedback: command.feedback?.trim() || null,
    competences: command.competences ?? null,
    grader: command.grader,
  });
}

const OWN_MARK = 'Você já corrigiu esta redação. Outra pessoa precisa dar esta nota.';

/** Refuses a second mark by the same person (409). */
export function refuseOwnMark(marks: readonly Pick<MarkRow, 'staff_id'>[], staffId: number | null): void {
  if (staffId !== null && marks.some((mark) => mark.staff_id === staffId))
    fail('SAME_GRADER', { message: OWN_MARK });
}

/**
 * Records the mark of a team member (spec 25.7): it becomes the grade if no other mark is needed, otherwise the essay waits for
 * the next one and nothing is published. The caller holds the locks of `lockForMark` and has validated the mark.
 */
export async function markEssay(
  tx: Tx,
  platform: Platform,
  row: EssayRow,
  given: GivenMark & { secondGrade?: boolean | null | undefined },
  by: Grader,
): Promise<Graded> {
  const before = await marksOf(tx, row.id);
  refuseOwnMark(before, by.staffId);
  await writeMark(tx, row, given, by, platform.clock.now());
  const marks = await marksOf(tx, row.id);
  const asked = row.second_asked_at !== null || given.secondGrade === true;
  const after = afterMarks(marks.map(gradeOf), markRulesOf(row.settings), asked);
  if (after.state !== 'graded') {
    await tx.one(sql`
      update essay set round = round + 1 where tenant_id = ${tx.tenantId} and id = ${row.id} returning id`);
    return { id: row.id, state: after.state };
  }
  // A third mark counts alone; two that agree make one grade with the comments of both.
  const counted = marks.length > 2 ? marks.slice(-1) : marks;
  return finalOf(tx, platform, row, {
    ...after.grade,
    feedback: joinedFeedback(counted.map(({ feedback }) => feedback)),
    competences: counted.length === 1 ? (counted[0]?.competences ?? null) : null,
    grader: counted.map(({ grader }) => grader).join('; '),
  });
}
