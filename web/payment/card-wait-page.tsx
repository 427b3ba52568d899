import { Card } from '@orbita/ui/card';
import { LiveLine } from '@orbita/ui/live-line';
import { useTitle } from '../base/title.ts';
import { StepFrame } from '../subscription/step-frame.tsx';
import { cardWaitTexts as t } from '../texts/payment-card.ts';
import { Head, Paid } from './charge-parts.tsx';
import type { ChargePageProps } from './pix-page.tsx';
import { useCurrent } from './use-current.ts';

/** A charge by card whose outcome nobody knows yet: the page turns by itself, and nothing else may be tried (D-69). */
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
          <Card look="soft" className="stack stack--tight">
            <LiveLine>{t.processing}</LiveLine>
            <p className="small">{t.help}</p>
          </Card>
        </>
      )}
    </StepFrame>
  );
}
