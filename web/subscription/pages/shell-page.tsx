import { classRouteOf, type Page, VIEW } from '@orbita/domain/subscription';
import { useHeadingFocus } from '@orbita/ui/heading-focus.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { Navigate, useLocation, useParams, useSearchParams } from 'react-router';
import { chunk } from '../../base/chunk-reload.ts';
import { LoadingPage } from '../../base/loading-page.tsx';
import { NotFoundPage } from '../../base/not-found-page.tsx';
import { useFirstPart } from '../../base/part.tsx';
import { paymentsMade } from '../../payment/seen-news.ts';
import { ApplicationBar } from '../application-bar.tsx';
import { viewOf } from '../drawn-steps.ts';
import {
  reloadSubscription,
  type Step,
  type Subscription,
  statusQuery,
  stepsQuery,
  subscriptionQuery,
} from '../queries.ts';
import { stepRoute } from '../routes.ts';
import { WarningPopup } from '../warning-popup.tsx';
import { LiveNews } from './live-news.tsx';
import { fetchNextStep, PART, PAYMENT_CONFIRMED, shownPage, stepOf } from './step-chunks.ts';
import { useConcludedPlace, useTrackedMoves } from './use-tracked-moves.ts';

const RecordPage = lazy(() => chunk(() => import('./record-page.tsx')));

/** S-12: the frame of an application, live. */
export default function ShellPage() {
  const id = Number(useParams().id);
  const { pathname, search } = useLocation();
  const viewed = useSearchParams()[0].get(VIEW);
  const subscription = useQuery(subscriptionQuery(id));
  const status = useQuery(statusQuery(id));
  const steps = useQuery(stepsQuery(id));
  if (!Number.isSafeInteger(id) || id <= 0) return <NotFoundPage />;
  const failure = subscription.error ?? status.error ?? steps.error;
  // Thrown to the error boundary (S-42, S-43) only without data; a failed refresh keeps the old data.
  if (failure && !(subscription.data && status.data && steps.data)) throw failure;
  if (!subscription.data || !status.data || !steps.data) return <LoadingPage />;
  const route = stepRoute(subscription.data);
  const ofClasses = classRouteOf(subscription.data.applicationType, id);
  if (pathname !== route && pathname !== ofClasses) return <Navigate replace to={route + search} />;
  const shown = shownPage(status.data, subscription.data);
  const known = { subscription: subscription.data, page: shown, steps: steps.data };
  // Another application starts fresh: a payment of one must not be announced for the other.
  if (viewed === null) return <Shell key={id} {...known} />;
  const view = `${route}?${VIEW}=${viewed}`;
  const record = steps.data.find((one) => viewOf(one) === view);
  // An address of a step with nothing to read yet shows the current step.
  if (!record || pathname + search !== view) return <Navigate replace to={record ? view : route} />;
  return <Shell key={id} {...known} record={record} />;
}

type ShellProps = {
  subscription: Subscription;
  page: Page;
  steps: Step[];
  /** The step named by the address, for reading. */
  record?: Step;
};

function Shell({ subscription, page, steps, record }: ShellProps) {
  const [parameters, setParameters] = useSearchParams();
  const reload = () => reloadSubscription(subscription.id);

  const paid = paymentsMade(subscription);
  const viewing = record !== undefined;
  const paidBefore = useRef(paid);
  useEffect(() => {
    // The confirmation is part of the address, so that it stays until its button is used (D-89).
    if (paid > paidBefore.current || (page === 'successfulPayment' && !viewing))
      setParameters({ [PART]: PAYMENT_CONFIRMED }, { replace: true });
    paidBefore.current = paid;
  }, [paid, page, viewing, setParameters]);

  const part = parameters.get(PART);
  const justPaid = paid > paidBefore.current;
  const Step = stepOf(page, justPaid ? PAYMENT_CONFIRMED : part, paid > 0);
  const isThere = useFirstPart(Step);
  useEffect(() => {
    if (isThere) fetchNextStep(Step);
  }, [Step, isThere]);
  useTrackedMoves(subscription, page);
  useConcludedPlace(subscription, page, part, record !== undefined);
  useHeadingFocus(record?.code ?? `${page}:${part ?? ''}`, { preventScroll: false });

  return (
    <>
      <ApplicationBar shown={subscription} subscription={subscription} place="step" />
      <LiveNews subscriptionId={subscription.id} place={record?.code ?? `${page}:${part ?? ''}`} />
      <Suspense fallback={<LoadingPage below />}>
        {record && <RecordPage key={record.code} subscription={subscription} steps={steps} step={record} />}
        {!record && !isThere && <LoadingPage below />}
        {!record && isThere && <Step subscription={subscription} steps={steps} reload={reload} />}
      </Suspense>
      <WarningPopup subscription={subscription} />
    </>
  );
}
