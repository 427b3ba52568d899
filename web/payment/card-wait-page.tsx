import { useTitle } from '../base/title.ts';
import { StepFrame } from '../subscription/step-frame.tsx';
import { cardWaitTexts as t } from '../texts/payment-card.ts';
import { Head, Paid, Unanswered } from './charge-parts.tsx';
import type { ChargePageProps } from './pix-page.tsx';
import { useCurrent } from './use-current.ts';

/** A card charge whose outcome is not known yet: the page changes by itself, and no other attempt is allowed (D-69). */
export function CardWaitPage({ subscription, steps, reload, ...props }: ChargePageProps) {
  const payment = useCurrent(props.payment, reload);
  useTitle(t.title);
  return (
    <StepFrame subscription={subscription} steps={steps}>
      {payment.state === 'paid' ? (
        <Paid payment={payment} title={t.title} />
      ) : (
        <>
          <Head payment={payment} title={t.title} />
          <Unanswered payment={payment} texts={{ now: t.processing, ...t }} />
        </>
      )}
    </StepFrame>
  );
}
