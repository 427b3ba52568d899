import { ApiError, textOf } from '@orbita/client/errors.ts';
import { isPixMethod, METHOD_TEXTS, VOUCHER_TEXTS } from '@orbita/domain/payment';
import { useHeadingFocus } from '@orbita/ui/heading-focus.ts';
import { RetryButton } from '@orbita/ui/load-failed';
import { Notice } from '@orbita/ui/notice';
import { PageHead } from '@orbita/ui/page';
import { Loading } from '@orbita/ui/skeleton';
import { SkeletonCard } from '@orbita/ui/skeleton-card';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useReducer, useRef, useState } from 'react';
import { chunk } from '../base/chunk-reload.ts';
import { useTitle } from '../base/title.ts';
import { whenSettled } from '../base/when-settled.ts';
import { StepFrame } from '../subscription/step-frame.tsx';
import type { StepProps } from '../subscription/step-props.ts';
import { pixTexts, slipTexts, paymentTexts as t } from '../texts/payment.ts';
import { cardTexts } from '../texts/payment-card.ts';
import { CardWaitPage } from './card-wait-page.tsx';
import { choose, firstChoice, suggestedMethod, voucherOf, voucherWaits } from './choice.ts';
import { ChoosePage } from './choose-page.tsx';
import { afterDenial, type DeniedOption } from './denial.ts';
import { DeniedPage } from './denied-page.tsx';
import { type ChargePageProps, PixPage } from './pix-page.tsx';
import { type Payment, type PaymentOptions, paymentOptionsQuery, paymentsQuery } from './queries.ts';
import { SlipPage } from './slip-page.tsx';
import { NOTHING_TYPED } from './typed-card.ts';
import { useCardPart } from './use-card-part.ts';
import { useCharge } from './use-charge.ts';
import { viewOf } from './view.ts';

const loadCardPage = () => import('./card-page.tsx');
const CardPage = lazy(() => chunk(loadCardPage));

/** S-29 and what follows a choice; an open charge takes precedence, also after a return. */
export default function PaymentStep(props: StepProps) {
  const options = useQuery(paymentOptionsQuery(props.subscription.id));
  const payments = useQuery(paymentsQuery(props.subscription.id));
  if (options.data?.alreadyPaid) return <AlreadyPaid {...props} />;
  if (options.data && (payments.data || payments.isLoadingError)) {
    return <Ready {...props} options={options.data} newest={payments.data?.[0]} />;
  }
  if (options.error) return <NotReady {...props} error={options.error} onRetry={() => options.refetch()} />;
  return <StepLoading {...props} />;
}

const StepLoading = ({ subscription, steps }: Pick<StepProps, 'subscription' | 'steps'>) => (
  <StepFrame subscription={subscription} steps={steps}>
    <Loading label={t.loading}>
      <SkeletonCard />
    </Loading>
  </StepFrame>
);

/** Message at the top of S-29 about a charge that could not be made. */
const failureOf = (newest: Payment | undefined): string | undefined => {
  if (newest?.state !== 'error') return undefined;
  if (newest.method === 'credit-card') return cardTexts.failed;
  if (newest.method === 'slip') return slipTexts.broken;
  return isPixMethod(newest.method) ? pixTexts.failed : undefined;
};

const PAGES: Partial<Record<Payment['method'], (props: ChargePageProps) => ReactNode>> = {
  slip: SlipPage,
  'credit-card': CardWaitPage,
};

function Ready(props: StepProps & { options: PaymentOptions; newest: Payment | undefined }) {
  const { options, newest, subscription, reload } = props;
  const [choice, act] = useReducer(choose, options, (all) => firstChoice(all, newest));
  const charge = useCharge(subscription.id, reload, () => {
    const { voucher: kept } = options;
    act({ act: 'refused', text: VOUCHER_TEXTS.notFound, ...(kept ? { kept } : {}) });
  });
  const [leftId, setLeftId] = useState<number>();
  const card = useCardPart();
  const typed = useRef(NOTHING_TYPED);
  // If the prices have changed since, the first one replaces the chosen one.
  const price = options.prices.find(({ priceId }) => priceId === choice.priceId) ?? options.prices[0];
  const waits = voucherWaits(choice);
  // A voucher that is not applied yet must be dealt with before a card is typed.
  useEffect(() => {
    if (waits) card.close();
  });
  const view = viewOf({
    options,
    newest,
    leftId,
    replacing: charge.problem?.kind === 'open',
    card: card.shown && !waits ? price : undefined,
  });
  const shown = view.kind === 'charge' || view.kind === 'denied' ? view.payment.paymentId : undefined;
  useHeadingFocus(`${view.kind}:${shown}`, { preventScroll: false });
  const canCard = options.cardFields !== null;
  useEffect(() => {
    // Prefetches the card page's files before its button is pressed.
    return canCard ? whenSettled(() => void loadCardPage().catch(() => undefined)) : undefined;
  }, [canCard]);

  const leave = (payment: Payment) => {
    charge.dismiss();
    setLeftId(payment.paymentId);
  };
  if (view.kind === 'charge') {
    const Page = PAGES[view.payment.method] ?? PixPage;
    const { payment } = view;
    return (
      <Page key={shown} {...props} payment={payment} charge={charge} onOtherMethod={() => leave(payment)} />
    );
  }
  if (view.kind === 'denied') {
    const { payment, denial } = view;
    const go = (way: DeniedOption) => {
      leave(payment);
      const next = afterDenial(way, denial, options);
      act({ act: 'mode', ...next });
      if (next.method === 'credit-card' && price) card.open(false);
      else card.close();
    };
    return (
      <DeniedPage
        {...props}
        payment={payment}
        denial={denial}
        price={price}
        voucher={voucherOf(options, choice)}
        onGo={go}
      />
    );
  }
  if (view.kind === 'card')
    return (
      <Suspense fallback={<StepLoading {...props} />}>
        <CardPage
          key={choice.mode}
          {...props}
          fields={view.fields}
          price={view.price}
          choice={choice}
          act={act}
          charge={charge}
          replace={card.shown?.replace ?? false}
          typed={typed}
          onOther={() => {
            charge.dismiss();
            // Only a card can give a monthly authorisation.
            const mode = choice.mode === 'recurrence' ? 'full' : choice.mode;
            act({ act: 'mode', mode, method: suggestedMethod(options, 'credit-card') });
            card.close();
          }}
        />
      </Suspense>
    );
  return (
    <ChoosePage
      {...props}
      price={price}
      choice={choice}
      act={act}
      charge={charge}
      onCard={card.open}
      open={options.openCharge}
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
}: StepProps & { error: unknown; onRetry: () => unknown }) {
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
          <RetryButton kind="outline" onRetry={onRetry} />
        </div>
      )}
    </StepFrame>
  );
}
