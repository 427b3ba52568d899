import { REMINDERS } from '@orbita/domain/messaging';
import { Button } from '@orbita/ui/button';
import { Dialog } from '@orbita/ui/dialog';
import { WithName } from '@orbita/ui/with-name';
import { Awaited } from '../act/loading-act.tsx';
import { DialogFailure } from '../base/states.tsx';
import { when } from '../base/zone.ts';
import { reminderTexts as t } from '../texts/reminder.ts';
import { BatchFacts } from './batch-facts.tsx';
import { useBatches, useStop } from './reminders.ts';

/** The latest bulk reminders with their results; one being sent can be stopped. */
export default function BatchesDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useBatches();
  const stop = useStop();
  return (
    <Dialog
      open
      onClose={onClose}
      title={t.pastTitle}
      bodyLabel={t.pastTitle}
      foot={
        <Button kind="quiet" onClick={onClose}>
          {t.close}
        </Button>
      }
    >
      <div className="stack">
        {!data && <Awaited label={t.loading} error={error} onRetry={() => refetch()} />}
        {data?.data.length === 0 && <p>{t.pastNone}</p>}
        {data?.data.map((batch) => (
          <section key={batch.id} aria-label={`${REMINDERS[batch.kind].label} ${batch.id}`}>
            <p>
              <b>{REMINDERS[batch.kind].label}</b> · {t.state[batch.state]} ·{' '}
              <WithName text={(name) => t.by(name, when(batch.createdAt))} name={batch.by} />
            </p>
            <BatchFacts batch={batch} />
            {batch.state === 'running' && (
              <Button
                kind="outline"
                small
                busy={stop.isPending && t.stopping}
                onClick={() => stop.mutate(batch.id)}
              >
                {t.stop}
              </Button>
            )}
          </section>
        ))}
        {stop.error && <DialogFailure error={stop.error} />}
      </div>
    </Dialog>
  );
}
