import type { ApprovalState } from '@orbita/domain/approval';
import { formatMoney, toCents } from '@orbita/domain/foundation';
import type { Answer } from '@orbita/protocol';
import { AlertIcon } from '@orbita/ui/icons/alert';
import { CheckCircleIcon } from '@orbita/ui/icons/check-circle';
import { ClockIcon } from '@orbita/ui/icons/clock';
import { day, hour } from '../base/zone.ts';
import { stateWords } from '../texts/approval.ts';
import { UndoIcon } from '../ui/icons/undo.tsx';
import { XCircleIcon } from '../ui/icons/x-circle.tsx';
import { State } from '../ui/state.tsx';

export type Approval = Answer<'GET /operations/approvals/{id}'>;

const looks = {
  waiting: { status: 'attention', icon: ClockIcon },
  approved: { status: 'approved', icon: CheckCircleIcon },
  refused: { status: 'rejected', icon: XCircleIcon },
  withdrawn: { status: 'neutral', icon: UndoIcon },
  expired: { status: 'neutral', icon: ClockIcon },
  failed: { status: 'rejected', icon: AlertIcon },
} as const;

/** The state of a request, as icon and word. */
export const RequestState = ({ state }: { state: ApprovalState }) => (
  <State status={looks[state].status} icon={looks[state].icon}>
    {stateWords[state]}
  </State>
);

/** "R$ 360,00"; empty if no money is involved. */
export const amountOf = ({ amount }: Pick<Approval, 'amount'>): string =>
  amount === null ? '' : formatMoney(toCents(amount));

/** "15/01/2026, 10:00": until when a request may be approved. */
export const untilOf = (instant: string): string => `${day(instant)}, ${hour(instant)}`;
