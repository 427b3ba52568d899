import { textOf } from '@orbita/client/errors.ts';
import { formatDate, formatMoney, toCents } from '@orbita/domain/foundation';
import { isLiveRecurrence, isOpenCycle } from '@orbita/domain/payment';
import { AskDialog } from '@orbita/ui/ask-dialog';
import { Card } from '@orbita/ui/card';
import { Chip, type ChipStatus } from '@orbita/ui/chip';
import type { IconComponent } from '@orbita/ui/icon';
import { CheckCircleIcon } from '@orbita/ui/icons/check-circle';
import { ClockIcon } from '@orbita/ui/icons/clock';
import { LinkAction } from '@orbita/ui/link-action';
import { LoadFailed } from '@orbita/ui/load-failed';
import { Notice } from '@orbita/ui/notice';
import { PriceTable } from '@orbita/ui/price-table';
import { Loading, Skeleton } from '@orbita/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../base/api.ts';
import { reloadSubscription } from '../subscription/queries.ts';
import { recurrenceTexts as t } from '../texts/payment-recurrence.ts';
import { paymentsQuery } from './queries.ts';
import { authorisedBy, type Recurrence, recurrenceQuery } from './recurrence-query.ts';

const money = (amount: number) => formatMoney(toCents(amount));

const STATES: Record<Recurrence['state'], { text: string; status: ChipStatus; icon: IconComponent }> = {
  created: { text: t.waiting, status: 'pending', icon: ClockIcon },
  approved: { text: t.active, status: 'approved', icon: CheckCircleIcon },
  rejected: { text: t.rejected, status: 'neutral', icon: ClockIcon },
  expired: { text: t.expired, status: 'neutral', icon: ClockIcon },
  cancelled: { text: t.cancelled, status: 'neutral', icon: ClockIcon },
};

function summaryOf({ amount, dayOfMonth, fixed, method }: Recurrence): string {
  const by = method === 'automatic-pix' ? t.byPix : t.byCard;
  return (fixed ? t.everyMonth : t.upTo)(money(amount), dayOfMonth, by);
}

function stateOf({ state, amount, refunded }: Recurrence['cycles'][number]): string {
  if (refunded === 0) return t.states[state];
  return refunded < amount ? t.partlyRefunded(money(refunded)) : t.refunded;
}

/** The monthly authorisation of a paid application: every month with its state, and a way for the candidate to end it. */
export function RecurrenceCard({ subscriptionId }: { subscriptionId: number }) {
  const recurrence = useQuery(recurrenceQuery(subscriptionId));
  if (recurrence.data) return <Known subscriptionId={subscriptionId} recurrence={recurrence.data} />;
  if (recurrence.isLoadingError)
    return <LoadFailed title={t.loadFailed} onRetry={() => recurrence.refetch()} />;
  return (
    <Loading label={t.loading}>
      <Skeleton width="45%" />
      <Skeleton width="70%" height="1.4rem" />
    </Loading>
  );
}

function Known({ subscriptionId, recurrence }: { subscriptionId: number; recurrence: Recurrence }) {
  const { state, cycles, endedBy } = recurrence;
  const { text, status, icon } = STATES[state];
  const live = isLiveRecurrence(state);
  const neverGiven = recurrence.approvedAt === null && !live;
  return (
    <Card className="stack" aria-labelledby="mensalidades">
      <div className="row row--between">
        <h2 className="h3" id="mensalidades">
          {t.heading}
        </h2>
        <Chip icon={icon} status={status}>
          {text}
        </Chip>
      </div>
      {live && <p>{summaryOf(recurrence)}</p>}
      {!live && !neverGiven && (
        <p role="status">{endedBy ? `${t.endedBy[endedBy]} ${t.afterEnd}` : t.afterEnd}</p>
      )}
      {live && cycles.some((one) => one.state === 'failed') && <Notice kind="warning" title={t.failedHelp} />}
      <PriceTable
        caption={t.list}
        captionHidden
        rows={cycles.map((cycle) => ({
          label: (
            <>
              {t.month(cycle.Number, formatDate(cycle.dueDate))}
              <span className="small muted"> · {stateOf(cycle)}</span>
            </>
          ),
          value: money(cycle.amount),
        }))}
      />
      {live && <CancelRecurrence subscriptionId={subscriptionId} />}
    </Card>
  );
}

function CancelRecurrence({ subscriptionId }: { subscriptionId: number }) {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const cancel = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      await call('DELETE /candidate/subscriptions/{id}/recurrence', { params: { id: subscriptionId } });
      await reloadSubscription(subscriptionId);
      setAsking(false);
    } catch (error) {
      setFailure(textOf(error, t.cancelFailed));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <div>
        <LinkAction onClick={() => setAsking(true)}>{t.cancel}</LinkAction>
      </div>
      <AskDialog
        open={asking}
        title={t.askTitle}
        yes={t.yes}
        no={t.no}
        busy={busy && t.cancelling}
        failure={failure}
        onYes={() => void cancel()}
        onNo={() => setAsking(false)}
      >
        <p>{t.ask}</p>
      </AskDialog>
    </>
  );
}

type NextProps = { subscriptionId: number; isPaid: boolean; href: string | undefined };

/** The next month on the tracking page, with a link to all of them; nothing for other payment methods. */
export function NextMonth({ subscriptionId, isPaid, href }: NextProps) {
  const payments = useQuery({ ...paymentsQuery(subscriptionId), enabled: isPaid });
  const has = authorisedBy(payments.data) !== undefined;
  const { data } = useQuery({ ...recurrenceQuery(subscriptionId), enabled: has });
  if (!has || !data || !href || !isLiveRecurrence(data.state)) return null;
  const next = data.cycles.find(({ state }) => isOpenCycle(state));
  return (
    <Card look="flat" className="stack stack--tight" aria-labelledby="proxima">
      <h2 className="h3" id="proxima">
        {next ? t.next : t.heading}
      </h2>
      {next && (
        <p>
          {t.nextOf(money(next.amount), formatDate(next.dueDate))}
          <span className="small muted"> · {t.states[next.state]}</span>
        </p>
      )}
      {data.cycles.some(({ state }) => state === 'failed') && <Notice kind="warning" title={t.failedHelp} />}
      <div>
        <LinkAction href={href}>{t.see}</LinkAction>
      </div>
    </Card>
  );
}
