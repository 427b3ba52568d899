import { webhookAnswer } from '@orbita/protocol/messaging';
import type { OnWebhookAnswer } from '../messaging/webhooks/deliver.ts';
import { AppError } from '../platform/http/errors.ts';
import { storableBody } from '../platform/http/storable.ts';
import { lockSubscription } from './move.ts';
import { setStudentNumber } from './student-number.ts';

/**
 * Stores the student number that a system returns for `enrollment.completed`, as if it had sent it in its own call (spec 17.5).
 * Returns a note if the number is refused; any other error is thrown, so that the webhook is delivered again.
 */
export const takeStudentNumber: OnWebhookAnswer = async (
  platform,
  tenantId,
  { kind, subscriptionId, text },
) => {
  if (kind !== 'enrollment.completed' || text.trim() === '') return null;
  const answer = webhookAnswer.safeParse(jsonOf(text));
  if (!answer.success) return null;
  try {
    await platform.db.write(tenantId, async (tx) => {
      const row = await lockSubscription(tx, subscriptionId);
      await setStudentNumber(tx, platform, row, answer.data.studentLyceumId);
    });
    return null;
  } catch (error) {
    if (error instanceof AppError) return `student number: ${error.code}`;
    throw error;
  }
};

const jsonOf = (text: string): unknown => {
  try {
    return storableBody(text, JSON.parse(text));
  } catch {
    return undefined;
  }
};
