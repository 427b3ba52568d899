import { STATUS } from '@orbita/domain/subscription';
import { ENROLLED_PART } from '@orbita/domain/tenancy';
import { useEffect, useRef } from 'react';
import { queryClient } from '../app/query.ts';
import { BASE } from '../app/settings.ts';
import { paymentsQuery } from '../payment/queries.ts';
import { tagsLive, tagsWanted } from '../tenancy/tags.ts';
import { isAdult, isTracked, track, trackedFacts } from '../tenancy/tracking.ts';
import type { Subscription } from './queries.ts';
import { stepRoute } from './routes.ts';

/** What was paid for the enrolment, in BRL. */
async function paidAmount(id: number): Promise<number | null> {
  const payments = await queryClient.fetchQuery({ ...paymentsQuery(id), staleTime: 0 }).catch(() => []);
  return payments.find(({ state, purpose }) => state === 'paid' && purpose === 'enrollment')?.amount ?? null;
}

/** Tells what became of an application: seen happening, or found done since this browser told of it last. */
export function useTrackedMoves(subscription: Subscription, page: string): void {
  const first = useRef({ isPaid: subscription.isPaid, page });
  const { id, isPaid } = subscription;
  const told = useRef(subscription);
  told.current = subscription;
  useEffect(() => {
    if (!isPaid || (first.current.isPaid && !isTracked(id))) return;
    void track('pagamento_confirmado', id, async () => ({
      ...trackedFacts(told.current),
      value: await paidAmount(id),
    }));
  }, [id, isPaid]);
  useEffect(() => {
    if (page !== 'enrolled' || (first.current.page === 'enrolled' && !isTracked(id))) return;
    // The page may be known a moment before the rest.
    void track('matricula_concluida', id, { ...trackedFacts(told.current), statusCode: STATUS.Enrolled });
  }, [id, page]);
}

/**
 * S-32 has an address of its own, so that the server knows where a foreign script may live: moving there and away is a
 * full load for whoever allowed such scripts, and nothing happens for anybody else (spec 3.1). Who reads a done step
 * again stays there.
 */
export function useConcludedPlace(
  subscription: Subscription,
  page: string,
  part: string | null,
  reading: boolean,
): void {
  const route = stepRoute(subscription);
  useEffect(() => {
    if (reading) return;
    const here = part === ENROLLED_PART;
    if (page !== 'enrolled') {
      if (here || tagsLive()) location.replace(BASE + route);
      return;
    }
    if (here || !tagsWanted()) return;
    let left = false;
    void isAdult().then((adult) => {
      if (adult && !left) location.replace(`${BASE}${route}?etapa=${ENROLLED_PART}`);
    });
    return () => {
      left = true;
    };
  }, [route, page, part, reading]);
}
