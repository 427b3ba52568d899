import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useTitle } from '../app/title.ts';
import { stepRoute } from '../subscription/routes.ts';
import type { StepProps } from '../subscription/shell-page.tsx';
import { SupportCard } from '../subscription/step-frame.tsx';
import { confirmedTexts as t } from '../texts/payment.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { GoodNews } from '../ui/good-news.tsx';
import { LinkAction } from '../ui/link-action.tsx';
import { Page } from '../ui/page.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import { paymentsQuery } from './queries.ts';
import { PrintReceipt, Receipt } from './receipt.tsx';

const SECONDS = 5;

/** S-33: the good news, the receipt, and the next step, which comes by itself unless one stays. */
export default function ConfirmedStep({ subscription, steps, reload }: StepProps) {
  useTitle(t.title);
  const navigate = useNavigate();
  const payments = useQuery(paymentsQuery(subscription.id));
  const paid = payments.data?.find(({ state }) => state === 'paid');
  const next = nextOf(steps);
  const go = () => {
    void reload();
    void navigate(stepRoute(subscription), { replace: true });
  };
  const { left, stay } = useMove(go);
  return (
    <Page width="task">
      <GoodNews mark="check" title={t.title} lead={t.left[next]} />
      <Button block onClick={go}>
        {t.next[next]}
      </Button>
      {left !== undefined && (
        <div className="row row--between">
          <p className="small muted">
            <span aria-hidden="true">{t.moving(left)}</span>
            <VisuallyHidden>{t.movingSoon}</VisuallyHidden>
          </p>
          <LinkAction onClick={stay}>{t.stay}</LinkAction>
        </div>
      )}
      <Card look="flat" className="stack">
        <h2 className="h3">{t.receipt}</h2>
        {paid ? <Receipt payment={paid} /> : !payments.isError && <Skeleton width="60%" height="1.4rem" />}
        {paid && <PrintReceipt payment={paid} />}
      </Card>
      <SupportCard subscription={subscription} />
    </Page>
  );
}

function nextOf(steps: StepProps['steps']): keyof typeof t.next {
  const current = steps.find(({ state }) => state === 'current')?.code;
  if (current === 'documents') return 'documents';
  return current === 'enrolled' || current === undefined ? 'enrolled' : 'other';
}

/** Seconds until the page moves on; a hidden page waits until somebody looks. */
function useMove(go: () => void): { left: number | undefined; stay: () => void } {
  const [left, setLeft] = useState<number | undefined>(SECONDS);
  const over = left === 0;
  const latest = useRef(go);
  latest.current = go;
  useEffect(() => {
    if (over) latest.current();
  }, [over]);
  const running = left !== undefined && !over;
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible')
        setLeft((seconds) => (seconds === undefined ? undefined : Math.max(0, seconds - 1)));
    }, 1000);
    return () => clearInterval(timer);
  }, [running]);
  return { left: over ? undefined : left, stay: () => setLeft(undefined) };
}
