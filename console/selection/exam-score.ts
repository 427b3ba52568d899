import { keepFile } from '@orbita/client/keep-file.ts';
import { ownName } from '@orbita/domain/document';
import type { ExamScores } from '@orbita/domain/selection';
import type { Answer, Body } from '@orbita/protocol';
import { call, fileOf } from '../base/api.ts';
import { examTexts as t } from '../texts/selection.ts';

export type ExamPage = Answer<'GET /operations/exam-scores/{id}'>;
/** A decision on a look-up, with the version that was seen. */
export type ExamDecision = Body<'POST /operations/exam-scores/{id}/result'> & { version: number };

export const examQuery = (id: number) => ({
  queryKey: ['exam-scores', id] as const,
  queryFn: () => call('GET /operations/exam-scores/{id}', { params: { id }, background: true }),
});

export const sendResult = (
  { id, decision }: { id: number; decision: ExamDecision },
  idempotencyKey: string,
): Promise<unknown> =>
  call('POST /operations/exam-scores/{id}/result', { params: { id }, body: decision, idempotencyKey });

/** The outcome of scores by the institution's minimums, as the server determines it (spec 9.2). */
export const outcomeOf = (
  { minimums, yearAccepted }: ExamPage,
  { essay }: ExamScores,
  average: number,
): 'approved' | 'rejected' =>
  yearAccepted && average >= minimums.average && essay > 0 && essay >= minimums.essay
    ? 'approved'
    : 'rejected';

/** Downloads a file of the score report under a name of our own. */
export async function saveBulletin({ files, subscriptionId }: ExamPage, at: number): Promise<void> {
  const known = files[at];
  if (!known) return;
  const blob = await fileOf('GET /operations/documents/files/{fileId}', { params: { fileId: known.fileId } });
  keepFile(blob, ownName(t.bulletin, subscriptionId, blob.type, at));
}
