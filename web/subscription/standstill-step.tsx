import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, textOf } from '../app/api.ts';
import { tabAccess } from '../app/tab-access.ts';
import { useTitle } from '../app/title.ts';
import { useSupport } from '../tenancy/support.ts';
import { cancelTexts as leaving } from '../texts/leaving.ts';
import { standstillActs as acts, elsewhereTexts, standstillTexts } from '../texts/subscription.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import type { EmblemMark } from '../ui/orbit.tsx';
import { OrbitEmblem } from '../ui/orbit.tsx';
import { PageHead } from '../ui/page.tsx';
import { fullStatusQuery, reloadSubscription, type Subscription, statusQuery } from './queries.ts';
import type { StepProps } from './shell-page.tsx';
import { StepFrame } from './step-frame.tsx';

type Known = keyof typeof standstillTexts;
type Standstill = { mark: EmblemMark; title: string; text: string; next: string };

const MARKS: Record<Known, EmblemMark> = {
  'pending-cancel': 'clock',
  canceled: 'file',
  expired: 'clock',
  'paid-late': 'clock',
  blocked: 'lock',
  review: 'clock',
  'manual-payment': 'clock',
};
const EXPIRY: readonly string[] = ['payment-deadline-expired', 'intake-expired'];

const isKnown = (page: string): page is Known => page in standstillTexts;

/** Why an application stands still and what can be done: S-33c, S-39a–d, and steps done with the institution. */
export default function StandstillStep({ subscription, steps }: StepProps) {
  const page = useQuery(statusQuery(subscription.id)).data?.page ?? '';
  const full = useQuery({ ...fullStatusQuery(subscription.id), enabled: page === 'canceled' }).data;
  const expired = page === 'canceled' && EXPIRY.includes(full?.history.at(-1)?.event ?? '');
  const ending = full?.latePayment ? 'paid-late' : 'expired';
  const current = steps.find(({ state }) => state === 'current')?.label ?? subscription.statusName;
  const { mark, title, text, next } = standstillOf(expired ? ending : page, current, subscription);
  useTitle(title);
  return (
    <StepFrame subscription={subscription} steps={steps}>
      <div className="stack">
        <OrbitEmblem mark={mark} still />
        <PageHead title={text} lead={next || undefined} />
      </div>
      {page === 'pending-cancel' && <StayAct subscription={subscription} />}
      <Acts
        subscription={subscription}
        ended={page === 'canceled'}
        contact={page !== 'canceled' || ending === 'paid-late'}
      />
    </StepFrame>
  );
}

function standstillOf(page: string, step: string, { statusName }: Subscription): Standstill {
  if (isKnown(page)) return { mark: MARKS[page], ...standstillTexts[page] };
  return {
    mark: 'mail',
    title: step,
    text: elsewhereTexts.text(statusName),
    next: `${elsewhereTexts.next} ${elsewhereTexts.saved}`,
  };
}

type ActsProps = { subscription: Subscription; ended: boolean; contact: boolean };

/** The next best thing, and the way to see everything. */
function Acts({ subscription, ended, contact }: ActsProps) {
  const support = useSupport(subscription);
  const link = contact && support?.enabled ? support.link : null;
  return (
    <div className="row">
      {ended && <ButtonLink href="/course">{acts.newSubscription}</ButtonLink>}
      {link && (
        <ButtonLink href={link} target="_blank" rel="noopener">
          {acts.contact}
        </ButtonLink>
      )}
      {!tabAccess() && (
        <ButtonLink kind="outline" href={`/tracking?subscription=${subscription.id}`}>
          {acts.follow}
        </ButtonLink>
      )}
    </div>
  );
}

/** The wish to leave may be taken back while the institution has not decided (S-39a). */
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
    // Also after a refusal: somebody else may have moved it on.
    await reloadSubscription(subscription.id);
  };
  return (
    <>
      {trouble && <Notice kind="danger" role="alert" title={trouble} />}
      <Button busy={busy && leaving.withdrawing} onClick={() => void stay()}>
        {leaving.withdraw}
      </Button>
    </>
  );
}
