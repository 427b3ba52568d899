import { STATUS } from '@orbita/domain/subscription';
import { ENROLLED_PART } from '@orbita/domain/tenancy';
import { useEffect, useRef } from 'react';
import { queryClient } from '../../base/query.ts';
import { BASE } from '../../base/settings.ts';
import { paymentsQuery } from '../../payment/queries.ts';
import { tagsWanted } from '../../tenancy/tags.ts';
import { tagsLive } from '../../tenancy/tags-live.ts';
import { isAdult, isTracked, track, trackedFacts } from '../../tenancy/tracking.ts';
import type { Subscription } from '../queries.ts';
import { stepRoute } from '../routes.ts';

/** The amount paid for the enrolment, in BRL; null if unknown. */
async function paidAmount(id: number): Promise<number | null> {
  const payments = await queryClient.fetchQuery({ ...paymentsQuery(id), staleTime: 0 }).catch(() => []);
  return payments.find(({ state, purpose }) => state === 'paid' && purpose === 'enrollment')?.amount ?? null;
}

/** Sends tracking events for status changes, whether they happen now or happened since this browser's last visit. */
export function useTrackedMoves(subscription: Subscription, page: string): void {
  const first = useRef({ isPaid: subscription.isPaid, page });
  const { id, isPaid } = subscription;
  const known = useRef(subscription);
  known.current = subscription;
  useEffect(() => {
    if (!isPaid || (first.current.isPaid && !isTracked(id))) return;
    void track('pagamento_confirmado', id, async () => ({
      ...trackedFacts(known.current),
      value: await paidAmount(id),
    }));
  }, [id, isPaid]);
  useEffect(() => {
    if (page !== 'enrolled' || (first.current.page === 'enrolled' && !isTracked(id))) return;
    // The page may be loaded before the other data.
    void track('matricula_concluida', id, { ...trackedFacts(known.current), statusCode: STATUS.Enrolled });
  }, [id, page]);
}

/**
 * S-32 has its own address, because the server allows third-party scripts by address: for people who consented to them,
 * entering and leaving it is a full load (spec 3.1). The read-only page of a done step is not redirected.
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
