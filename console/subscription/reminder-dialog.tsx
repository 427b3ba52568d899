import { LEFT_OUT, REMINDER_KINDS, REMINDERS, type ReminderKind } from '@orbita/domain/messaging';
import { Button } from '@orbita/ui/button';
import { Dialog } from '@orbita/ui/dialog';
import { Notice } from '@orbita/ui/notice';
import { Segmented } from '@orbita/ui/segmented';
import { useState } from 'react';
import { IdempotentFields } from '../act/idempotent-fields.tsx';
import { Awaited } from '../act/loading-act.tsx';
import { useIdempotentAct } from '../act/use-idempotent-act.ts';
import { call } from '../base/api.ts';
import { DialogFailure } from '../base/states.tsx';
import { reminderTexts as t } from '../texts/reminder.ts';
import { BatchFacts } from './batch-facts.tsx';
import { type Batch, type ReminderWish, useBatch, usePreview, useStop } from './reminders.ts';
import '../styles/list.css';

type Of = Omit<ReminderWish, 'kind'>;
type Props = { of: Of; onClose: () => void };

/** A bulk reminder: its text, who gets it and who does not, then its progress, with a way to stop it (spec 25.6.5). */
export default function ReminderDialog({ of, onClose }: Props) {
  const [kind, setKind] = useState<ReminderKind>('continue');
  const [begun, setBegun] = useState<Batch>();
  const act = useIdempotentAct({
    name: 'reminders',
    send: (body: ReminderWish, idempotencyKey) =>
      call('POST /operations/reminders', { body, idempotencyKey }),
    onSuccess: setBegun,
  });
  const { unknown } = act;
  const wish: ReminderWish = unknown ?? { ...of, kind };
  const preview = usePreview(wish);
  if (begun) return <Sending begun={begun} onClose={onClose} />;
  const { data } = preview;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t.title}
      bodyLabel={t.title}
      foot={
        <>
          {(unknown !== undefined || (data && data.people > 0)) && (
            <Button busy={act.isPending && t.sending} onClick={() => act.send(wish)}>
              {unknown ? t.again : t.send(data?.people ?? 0)}
            </Button>
          )}
          <Button kind="quiet" onClick={onClose}>
            {t.cancel}
          </Button>
        </>
      }
    >
      <div className="stack">
        <p>{wish.subscriptionIds ? t.some(wish.subscriptionIds.length) : t.whole}</p>
        <IdempotentFields unknown={unknown !== undefined}>
          <Segmented
            legend={t.kind}
            options={REMINDER_KINDS.map((value) => ({ value, label: REMINDERS[value].label }))}
            value={wish.kind}
            onChange={({ currentTarget }) => setKind(currentTarget.value as ReminderKind)}
          />
        </IdempotentFields>
        {!data && <Awaited label={t.looking} error={preview.error} onRetry={() => preview.refetch()} />}
        {data && (
          <div className="stack" role="status">
            <p>
              <b>{data.people > 0 ? t.reached(data.people) : t.nobody}</b>
              {data.channels.length > 0 &&
                ` (${data.channels
                  .map(({ channel, count }) => t.channel(count, t.channels[channel] ?? channel))
                  .join(', ')})`}
            </p>
            {data.leftOut.length > 0 && (
              <div>
                <p>{t.leftOut}</p>
                <ul>
                  {data.leftOut.map(({ why, count, ids }) => (
                    <li key={why}>
                      {t.leftOutLine(count, LEFT_OUT[why])}{' '}
                      <small className="meta">({ids.join(', ') + (count > ids.length ? '…' : '')})</small>
                    </li>
                  ))}
                </ul>
              </div>
            )}
            {data.text && (
              <section aria-label={t.text}>
                <p>{t.text}</p>
                <blockquote className="reminder-text">
                  <b>{data.text.subject}</b>
                  <p>{data.text.text}</p>
                  {data.text.sms && (
                    <p>
                      <small>{t.sms}:</small> {data.text.sms}
                    </p>
                  )}
                </blockquote>
              </section>
            )}
            <p className="meta">{t.once}</p>
          </div>
        )}
        {act.error !== null && <DialogFailure error={act.error} />}
      </div>
    </Dialog>
  );
}

function Sending({ begun, onClose }: { begun: Batch; onClose: () => void }) {
  const batch = useBatch(begun) ?? begun;
  const stop = useStop();
  return (
    <Dialog
      open
      onClose={onClose}
      title={t.title}
      foot={
        <>
          {batch.state === 'running' && (
            <Button kind="danger" busy={stop.isPending && t.stopping} onClick={() => stop.mutate(batch.id)}>
              {t.stop}
            </Button>
          )}
          <Button kind="quiet" onClick={onClose}>
            {t.close}
          </Button>
        </>
      }
    >
      <div className="stack">
        <div role="status">
          <Notice
            kind={batch.state === 'running' ? 'info' : 'success'}
            title={`${t.state[batch.state]}: ${t.progress(batch.sent, begun.waiting)}`}
          />
        </div>
        <BatchFacts batch={batch} />
        {stop.error && <DialogFailure error={stop.error} />}
      </div>
    </Dialog>
  );
}
