import { textOf } from '@orbita/client/errors.ts';
import { formatMoney, toCents } from '@orbita/domain/foundation';
import { Button } from '@orbita/ui/button';
import { Notice } from '@orbita/ui/notice';
import type { EmblemMark } from '@orbita/ui/orbit';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../base/api.ts';
import { paymentsQuery } from '../../payment/queries.ts';
import { cancelTexts as leaving } from '../../texts/leaving.ts';
import { awaitedTexts, standstillTexts, thereTexts } from '../../texts/subscription.ts';
import { isExpired } from '../news.ts';
import { fullStatusQuery, reloadSubscription, type Subscription, statusQuery } from '../queries.ts';
import { type Standstill, StandstillFrame } from '../standstill-frame.tsx';
import type { StepProps } from '../step-props.ts';

type Known = keyof typeof standstillTexts;

const MARKS: Record<Known, EmblemMark> = {
  'pending-cancel': 'clock',
  canceled: 'file',
  expired: 'clock',
  'paid-late': 'clock',
  blocked: 'lock',
  review: 'clock',
  'manual-payment': 'clock',
};
const isKnown = (page: string): page is Known => page in standstillTexts;

/** Why an application is at a standstill and what can be done: S-33c, S-39a–d. */
export default function StandstillStep({ subscription, steps }: StepProps) {
  const page = useQuery(statusQuery(subscription.id)).data?.page ?? '';
  const full = useQuery({ ...fullStatusQuery(subscription.id), enabled: page === 'canceled' }).data;
  const expired = page === 'canceled' && isExpired(full?.history ?? []);
  const ending = full?.latePayment ? 'paid-late' : 'expired';
  return (
    <StandstillFrame
      subscription={subscription}
      steps={steps}
      {...standstillOf(expired ? ending : page)}
      ended={page === 'canceled'}
      contact={contactOf(page, ending === 'paid-late')}
    >
      {page === 'pending-cancel' && <StayAct subscription={subscription} />}
      {page === 'manual-payment' && <ToPayThere subscription={subscription} />}
    </StandstillFrame>
  );
}

/** No support contact when a new application is possible, unless money arrived after the end. */
function contactOf(page: string, paidLate: boolean): 'loud' | 'quiet' | false {
  if (page === 'canceled') return paidLate && 'quiet';
  return page === 'blocked' ? 'loud' : 'quiet';
}

function standstillOf(page: string): Standstill {
  if (isKnown(page)) return { mark: MARKS[page], ...standstillTexts[page] };
  const known = page in awaitedTexts ? awaitedTexts[page as keyof typeof awaitedTexts] : awaitedTexts.other;
  return { mark: 'mail', ...known };
}

/** What is to be paid at the institution: the whole amount, or what a payment fell short by (spec 14.4). */
function ToPayThere({ subscription }: { subscription: Subscription }) {
  const all = useQuery(paymentsQuery(subscription.id)).data ?? [];
  const asked = all.find(({ method, state }) => method === 'manual' && state === 'pending');
  if (!asked) return null;
  const short = all.some(({ purpose, state }) => purpose === asked.purpose && state === 'paid');
  const amount = formatMoney(toCents(asked.amount));
  return (
    <Notice title={short ? thereTexts.left(amount) : thereTexts.amount(amount)}>
      {thereTexts.where(subscription.campusPolo)}
    </Notice>
  );
}

/** A cancellation request may be withdrawn until the institution has decided (S-39a). */
function StayAct({ subscription }: { subscription: Subscription }) {
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string>();
  const stay = async () => {
    setBusy(true);
    setTrouble(undefined);
    try {
      await call('DELETE /candidate/subscriptions/{id}/cancellation', { params: { id: subscription.id } });
    } catch (error) {
      setTrouble(textOf(error, leaving.withdrawFailed));
    } finally {
      setBusy(false);
    }
    // Also after an error, because the status may have changed in the meantime.
    await reloadSubscription(subscription.id);
  };
  return (
    <>
      {trouble && <Notice kind="danger" role="alert" title={trouble} />}
      <div className="row row--middle">
        <Button busy={busy && leaving.withdrawing} onClick={() => void stay()}>
          {leaving.withdraw}
        </Button>
      </div>
    </>
  );
}
