import { serverNow } from '@orbita/client/server-clock.ts';
import type { Answer } from '@orbita/protocol';
import { CheckCircleIcon } from '@orbita/ui/icons/check-circle';
import { ClockIcon } from '@orbita/ui/icons/clock';
import { privacyTexts as t } from '../texts/privacy.ts';
import { XCircleIcon } from '../ui/icons/x-circle.tsx';
import { State } from '../ui/state.tsx';
import { Due } from '../work/due.tsx';

export type Request = Answer<'GET /operations/privacy-requests'>['data'][number];
export type WholeRequest = Answer<'GET /operations/privacy-requests/{id}'>;

export const isOpen = ({ status }: Pick<Request, 'status'>): boolean =>
  status === 'received' || status === 'in-review';

/** A request this close to its deadline is urgent. */
const NEAR_MS = 3 * 86_400_000;

const looks = {
  received: { status: 'neutral', icon: ClockIcon },
  'in-review': { status: 'in-review', icon: ClockIcon },
  concluded: { status: 'approved', icon: CheckCircleIcon },
  denied: { status: 'rejected', icon: XCircleIcon },
} as const;

export const RequestState = ({ status }: Pick<Request, 'status'>) => (
  <State status={looks[status].status} icon={looks[status].icon}>
    {t.states[status]}
  </State>
);

/** Deadline for answering an open request. */
export function RequestDue({ requestedAt, dueAt, overdue }: Request) {
  const near = Date.parse(dueAt) - serverNow() < NEAR_MS;
  return <Due waitingSince={requestedAt} dueAt={dueAt} risk={overdue ? 'late' : near ? 'at-risk' : 'none'} />;
}
