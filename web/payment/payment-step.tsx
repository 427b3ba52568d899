import { isPixMethod, METHOD_TEXTS } from '@orbita/domain/payment';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError, textOf } from '../app/api.ts';
import { useHeadingFocus } from '../app/heading-focus.ts';
import { useTitle } from '../app/title.ts';
import type { StepProps } from '../subscription/shell-page.tsx';
import { StepFrame } from '../subscription/step-frame.tsx';
import { pixTexts, slipTexts, paymentTexts as t } from '../texts/payment.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageHead } from '../ui/page.tsx';
import { Loading, SkeletonCard } from '../ui/skeleton.tsx';
import { ChoosePage } from './choose-page.tsx';
import { PixPage } from './pix-page.tsx';
import { type Payment, type PaymentOptions, paymentOptionsQuery, paymentsQuery } from './queries.ts';
import { SlipPage } from './slip-page.tsx';
import { useCharge } from './use-charge.ts';

/** S-29 and what follows a choice; an open charge comes first, also after a return. */
export default function PaymentStep(props: StepProps) {
  const options = useQuery(paymentOptionsQuery(props.subscription.id));
  const payments = useQuery(paymentsQuery(props.subscription.id));
  if (options.data?.alreadyPaid) return <AlreadyPaid {...props} />;
  if (options.data && (payments.data || payments.isError)) {
    return <Ready {...props} options={options.data} newest={payments.data?.[0]} />;
  }
  if (options.error)
    return <NotReady {...props} error={options.error} onRetry={() => void options.refetch()} />;
  return (
    <StepFrame subscription={props.subscription} steps={props.steps}>
      <Loading label={t.loading}>
        <SkeletonCard />
      </Loading>
    </StepFrame>
  );
}

const RENEWABLE: readonly Payment['method'][] = ['pix', 'automatic-pix', 'slip'];

/** A code or slip that ended unpaid can be renewed from its own page. */
const isEnded = (payment: Payment | undefined, purpose: PaymentOptions['purpose']): payment is Payment =>
  payment?.purpose === purpose && RENEWABLE.includes(payment.method) && payment.state === 'expired';

/** What is said at the top of S-29 about a charge that could not be made. */
const failureOf = (newest: Payment | undefined): string | undefined => {
  if (newest?.state !== 'error') return undefined;
  return newest.method === 'slip'
    ? slipTexts.broken
    : isPixMethod(newest.method)
      ? pixTexts.failed
      : undefined;
};

function Ready(props: StepProps & { options: PaymentOptions; newest: Payment | undefined }) {
  const { options, newest, subscription, reload } = props;
  const charge = useCharge(subscription.id, reload);
  const [leftId, setLeftId] = useState<number>();
  const open = options.openCharge;
  const shown = open ?? (isEnded(newest, options.purpose) ? newest : null);
  const replacing = charge.problem?.kind === 'open';
  const waiting = shown && shown.paymentId !== leftId && !replacing ? shown : null;
  useHeadingFocus(`${waiting?.paymentId}`, { preventScroll: false });
  if (waiting) {
    const Page = waiting.method === 'slip' ? SlipPage : PixPage;
    return (
      <Page
        key={waiting.paymentId}
        {...props}
        payment={waiting}
        charge={charge}
        onOtherMethod={() => setLeftId(waiting.paymentId)}
      />
    );
  }
  return (
    <ChoosePage
      {...props}
      charge={charge}
      open={open}
      onBackToOpen={() => setLeftId(undefined)}
      failure={failureOf(newest)}
    />
  );
}

const READ_MS = 3_000;

function AlreadyPaid({ subscription, steps, reload }: StepProps) {
  useTitle(t.title);
  const latest = useRef(reload);
  latest.current = reload;
  useEffect(() => {
    const timer = setTimeout(() => void latest.current(), READ_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <StepFrame subscription={subscription} steps={steps}>
      <PageHead title={t.title} />
      <Notice kind="success" role="status" title={t.alreadyPaid} />
    </StepFrame>
  );
}

function NotReady({
  subscription,
  steps,
  error,
  onRetry,
}: StepProps & { error: unknown; onRetry: () => void }) {
  useTitle(t.title);
  const code = error instanceof ApiError ? error.code : '';
  const noPrice = code === 'PRICE_NOT_REGISTERED';
  return (
    <StepFrame subscription={subscription} steps={steps}>
      <PageHead title={t.title} />
      <Notice
        kind={noPrice ? 'warning' : 'danger'}
        title={noPrice ? METHOD_TEXTS.noPrice : textOf(error, t.loadFailed)}
      />
      {!noPrice && (
        <div className="row">
          <Button kind="outline" onClick={onRetry}>
            {t.retry}
          </Button>
        </div>
      )}
    </StepFrame>
  );
}
