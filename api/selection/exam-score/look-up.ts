import type { Platform } from '../../platform/platform.ts';
import type { ExamAnswer } from '../../platform/ports.ts';
import { lockSubscription } from '../../subscription/move.ts';
import { awaitsExamScore, concludeLookUp, type ExamResult } from './conclude.ts';
import { lockLookUp } from './store.ts';

/** A look-up with the data its source needs. */
export type RunningLookUp = {
  id: number;
  subscription_id: number;
  reference: string;
  registration: string;
  year: number;
  cpf: string;
};

/** Calls the source, outside any transaction. Throws when it does not respond. */
export const askSource = (
  platform: Platform,
  { reference, registration, year, cpf }: RunningLookUp,
): Promise<ExamAnswer> => platform.ports.examScore.lookUp({ reference, registration, year, cpf });

/** Results of people who took the exam for training count as not found (spec 9.2). */
const resultOf = (answer: Exclude<ExamAnswer, { state: 'pending' }>): ExamResult =>
  answer.state === 'found' && !answer.trainee
    ? { state: 'found', scores: answer.scores }
    : { state: 'not-found' };

/**
 * Writes the result of a look-up, unless another process has done so. If the application has ended or changed its ingress, its
 * look-up ends without a notification. Returns whether it ended one.
 */
export const endLookUp = (
  platform: Platform,
  tenantId: number,
  running: Pick<RunningLookUp, 'id' | 'subscription_id'>,
  answer: Exclude<ExamAnswer, { state: 'pending' }> | { state: 'failed' },
  quiet = false,
): Promise<boolean> =>
  platform.db.write(tenantId, async (tx) => {
    const subscription = await lockSubscription(tx, running.subscription_id);
    const row = await lockLookUp(tx, running.id);
    if (row?.state !== 'analysing') return false;
    const awaited = awaitsExamScore(subscription);
    const result: ExamResult = awaited && answer.state !== 'failed' ? resultOf(answer) : { state: 'failed' };
    const by = { actor: 'system', decidedBy: 'source', shown: 'sistema' } as const;
    await concludeLookUp(tx, platform, subscription, row, result, by, quiet || !awaited);
    return true;
  });
