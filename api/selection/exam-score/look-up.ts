import type { House } from '../../platform/house.ts';
import type { ExamAnswer } from '../../platform/ports.ts';
import { lockSubscription } from '../../subscription/index.ts';
import { awaitsExamScore, concludeLookUp, type ExamResult } from './conclude.ts';
import { lockLookUp } from './store.ts';

/** A look-up as its source knows it. */
export type RunningLookUp = {
  id: number;
  subscription_id: number;
  reference: string;
  registration: string;
  year: number;
  cpf: string;
};

/** Asks the source, outside of every transaction. Throws when it does not answer. */
export const askSource = (
  house: House,
  { reference, registration, year, cpf }: RunningLookUp,
): Promise<ExamAnswer> => house.ports.examScore.lookUp({ reference, registration, year, cpf });

/** Results of people who only trained count as not found (spec 9.2). */
const resultOf = (answer: Exclude<ExamAnswer, { state: 'pending' }>): ExamResult =>
  answer.state === 'found' && !answer.trainee
    ? { state: 'found', scores: answer.scores }
    : { state: 'not-found' };

/**
 * Writes what became of a look-up, unless somebody else has done so meanwhile. An application that has ended or gone
 * another way waits for nothing: its look-up ends without a word. Answers whether it ended one.
 */
export const endLookUp = (
  house: House,
  tenantId: number,
  running: Pick<RunningLookUp, 'id' | 'subscription_id'>,
  answer: Exclude<ExamAnswer, { state: 'pending' }> | { state: 'failed' },
  quiet = false,
): Promise<boolean> =>
  house.db.write(tenantId, async (tx) => {
    const subscription = await lockSubscription(tx, running.subscription_id);
    const row = await lockLookUp(tx, running.id);
    if (row?.state !== 'analysing') return false;
    const awaited = awaitsExamScore(subscription);
    const result: ExamResult = awaited && answer.state !== 'failed' ? resultOf(answer) : { state: 'failed' };
    const by = { actor: 'system', decidedBy: 'source' } as const;
    await concludeLookUp(tx, house, subscription, row, result, by, quiet || !awaited);
    return true;
  });
