import { forgetInTab, keepInTab, keptInTab } from '../ui/tab-store.ts';
import { type GradeBody, isEmpty, type Mark, NO_MARK } from './mark.ts';

/** A mark that was sent and whose answer is not known: repeated with the same key until it is (spec 25.7). */
export type Sending = { key: string; body: GradeBody };

/** What the tab stores of one essay: only the mark, never a word of the essay. */
export type Kept = { mark: Mark; changedAt: number; sending?: Sending | undefined };

const PREFIX = 'nota';
/** Includes the person: somebody else in the same tab finds nothing. */
const nameOf = (staffId: number, essayId: number): string => `${PREFIX}.${staffId}.${essayId}`;

const isText = (value: unknown): value is string => typeof value === 'string';
const isPoints = (value: unknown): boolean => value === null || typeof value === 'number';

function markIn(value: unknown): Mark | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { score, competences, hasPlagiarism, feedback, second } = value as Record<string, unknown>;
  if (!isText(score) || !isText(feedback) || !Array.isArray(competences) || !competences.every(isPoints))
    return undefined;
  return { score, competences, feedback, hasPlagiarism: hasPlagiarism === true, second: second === true };
}

const sendingIn = (value: unknown): Sending | undefined => {
  const { key, body } = (value ?? {}) as Record<string, unknown>;
  return isText(key) && typeof body === 'object' && body !== null
    ? { key, body: body as GradeBody }
    : undefined;
};

/** What this tab has stored of an essay for a person; a corrupt value counts as nothing. */
export function keptMark(staffId: number, essayId: number): Kept | undefined {
  const found = keptInTab(nameOf(staffId, essayId));
  if (typeof found !== 'object' || found === null) return undefined;
  const { mark, changedAt, sending } = found as Record<string, unknown>;
  const read = markIn(mark);
  if (!read || typeof changedAt !== 'number') return undefined;
  return { mark: read, changedAt, sending: sendingIn(sending) };
}

export const keepMark = (staffId: number, essayId: number, kept: Kept): void =>
  keepInTab(nameOf(staffId, essayId), kept);

export const forgetMark = (staffId: number, essayId: number): void => forgetInTab(nameOf(staffId, essayId));

/**
 * Initial values of the form: what this tab has stored, unless the server has something newer from the same person, typed
 * elsewhere.
 */
export function beginning(
  kept: Kept | undefined,
  draft: { mark: Mark; savedAt: string } | undefined,
): { mark: Mark; savedAt: string | undefined; unsaved: boolean } {
  const isOlder = kept !== undefined && draft !== undefined && Date.parse(draft.savedAt) > kept.changedAt;
  if (kept && !isOlder && !(isEmpty(kept.mark) && !draft))
    return { mark: kept.mark, savedAt: draft?.savedAt, unsaved: true };
  return { mark: draft?.mark ?? NO_MARK, savedAt: draft?.savedAt, unsaved: false };
}
