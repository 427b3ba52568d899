import { Button } from '@orbita/ui/button';
import { Card } from '@orbita/ui/card';
import { GoodNews } from '@orbita/ui/good-news';
import { Notice } from '@orbita/ui/notice';
import { Page } from '@orbita/ui/page';
import { Loading, Skeleton } from '@orbita/ui/skeleton';
import { SkeletonCard } from '@orbita/ui/skeleton-card';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { useTitle } from '../base/title.ts';
import { stepRoute } from '../subscription/routes.ts';
import { StepPage, SupportCard } from '../subscription/step-frame.tsx';
import type { StepProps } from '../subscription/step-props.ts';
import { paymentTexts, confirmedTexts as t } from '../texts/payment.ts';
import { recurrenceTexts } from '../texts/payment-recurrence.ts';
import { paymentsQuery } from './queries.ts';
import { PrintReceipt, Receipt } from './receipt.tsx';
import { isNotAuthorised } from './recurrence-query.ts';
import { noteNewsSeen } from './seen-news.ts';

/**
 * S-33, also for a fee (S-34): the confirmation, the receipt, and the button to the next step; nothing moves on by itself
 * (D-89). If nothing had to be paid, nothing is called confirmed.
 */
export default function ConfirmedStep({ subscription, steps, reload }: StepProps) {
  const navigate = useNavigate();
  const payments = useQuery(paymentsQuery(subscription.id));
  const purpose = subscription.isPaid ? 'enrollment' : 'tax';
  const own = payments.data?.filter((one) => one.purpose === purpose) ?? [];
  const paid = own.find(({ state }) => state === 'paid');
  const unknown = own.length === 0 && payments.isFetching;
  const free = paid ? paid.method === 'waived' : own.length === 0 && payments.isSuccess;
  const title = free ? paymentTexts.nothing : t.title;
  useTitle(unknown ? paymentTexts.title : title);
  const next = nextOf(steps);
  const go = () => {
    noteNewsSeen(subscription);
    void reload();
    void navigate(stepRoute(subscription), { replace: true });
  };
  if (unknown)
    return (
      <Page width="task">
        <Loading label={t.loading}>
          <SkeletonCard />
        </Loading>
      </Page>
    );
  return (
    <StepPage subscription={subscription} steps={steps}>
      <GoodNews mark="check" title={title} lead={t.left[next]} />
      {paid && isNotAuthorised(paid) && <Notice kind="warning" title={recurrenceTexts.notDone} />}
      <Button block onClick={go}>
        {t.next[next]}
      </Button>
      {(paid || !free) && (
        <Card look="flat" className="stack">
          <h2 className="h3">{free ? t.proof : t.receipt}</h2>
          {paid ? (
            <Receipt payment={paid} />
          ) : (
            !payments.isLoadingError && <Skeleton width="60%" height="1.4rem" />
          )}
          {paid && <PrintReceipt payment={paid} />}
        </Card>
      )}
      <div className="only-narrow">
        <SupportCard subscription={subscription} />
      </div>
    </StepPage>
  );
}

function nextOf(steps: StepProps['steps']): keyof typeof t.next {
  const current = steps.find(({ state }) => state === 'current')?.code;
  if (current === 'documents') return 'documents';
  return current === 'enrolled' || current === undefined ? 'enrolled' : 'other';
}
