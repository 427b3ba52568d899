import { LEFT_OUT } from '@orbita/domain/messaging';
import { reminderTexts as t } from '../texts/reminder.ts';
import type { Batch } from './reminders.ts';

/** The result of a batch of reminders. */
export const BatchFacts = ({ batch }: { batch: Batch }) => (
  <ul>
    <li>{t.sentLine(batch.sent)}</li>
    {batch.sent > 0 && <li>{t.results(batch.cameBack, batch.paid)}</li>}
    {batch.stopped > 0 && <li>{t.stoppedLine(batch.stopped)}</li>}
    {batch.leftOut.map(({ why, count }) => (
      <li key={why}>{t.leftOutLine(count, LEFT_OUT[why])}</li>
    ))}
  </ul>
);
