import { textOf } from '@orbita/client/errors.ts';
import { Card } from '@orbita/ui/card';
import { Empty } from '@orbita/ui/empty';
import { Group } from '@orbita/ui/group';
import { LinkAction } from '@orbita/ui/link-action';
import { LoadFailed } from '@orbita/ui/load-failed';
import { LoadingForm } from '@orbita/ui/skeleton';
import { StatusChip } from '@orbita/ui/status-chip';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { tenantDate, tenantDateTime } from '../../base/zone.ts';
import { subscriptionsQuery } from '../../subscription/queries.ts';
import { stepRoute } from '../../subscription/routes.ts';
import { privacyPageTexts as t } from '../../texts/privacy.ts';
import { type PrivacyRequest, privacyRequestsQuery } from '../privacy-queries.ts';

const CHIPS = {
  received: 'pending',
  'in-review': 'in-review',
  concluded: 'approved',
  denied: 'rejected',
} as const;

/** Copies are generated within minutes: while one is pending the list is refetched. */
const LOOK_AGAIN_MS = 15_000;

/** The requests made and their outcome. */
export function PrivacyRequests() {
  const requests = useQuery({
    ...privacyRequestsQuery(),
    refetchInterval: ({ state }) =>
      state.data?.some(({ kind, status }) => kind === 'export' && status === 'received')
        ? LOOK_AGAIN_MS
        : false,
  });
  return (
    <Group title={t.requests}>
      {requests.data ? (
        requests.data.length === 0 ? (
          <Empty title={t.none} />
        ) : (
          <ul className="stack">
            {requests.data.map((request) => (
              <li key={request.id}>
                <Request request={request} />
              </li>
            ))}
          </ul>
        )
      ) : requests.isLoadingError ? (
        <LoadFailed title={textOf(requests.error)} onRetry={() => requests.refetch()} />
      ) : (
        <LoadingForm fields={2} />
      )}
    </Group>
  );
}

function Request({ request }: { request: PrivacyRequest }) {
  const { kind, status, requestedAt, dueAt, answeredAt, answer, availableUntil, details, subscriptionId } =
    request;
  const id = useId();
  return (
    <Card as="article" look="flat" className="stack stack--tight" aria-labelledby={`${id} ${id}-data`}>
      <h3 id={id}>{t.names[kind]}</h3>
      <div>
        <StatusChip status={CHIPS[status]}>{t.states[status]}</StatusChip>
      </div>
      <p className="small muted" id={`${id}-data`}>
        {t.asked(tenantDateTime(requestedAt))}.{' '}
        {answeredAt ? t.answered(tenantDateTime(answeredAt)) : t.due(tenantDate(dueAt))}.
      </p>
      {details && <p>{details}</p>}
      {answer && <p>{status === 'denied' ? t.deniedBecause(answer) : answer}</p>}
      {subscriptionId !== null && <ToApplication id={subscriptionId} />}
      {availableUntil && <p>{t.available(tenantDateTime(availableUntil))}</p>}
    </Card>
  );
}

/** Links to the application whose decision is reviewed. */
function ToApplication({ id }: { id: number }) {
  const { data } = useQuery(subscriptionsQuery());
  const card = data?.find((one) => one.id === id);
  return card ? <LinkAction href={stepRoute(card)}>{t.openApplication}</LinkAction> : null;
}
