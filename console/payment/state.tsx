import type { ChargeState, RefundState } from '@orbita/domain/payment';
import type { IconComponent } from '@orbita/ui/icon';
import { AlertIcon } from '@orbita/ui/icons/alert';
import { CheckIcon } from '@orbita/ui/icons/check';
import { ClockIcon } from '@orbita/ui/icons/clock';
import { refundStates, stateNames } from '../texts/payment.ts';
import { UndoIcon } from '../ui/icons/undo.tsx';
import { XCircleIcon } from '../ui/icons/x-circle.tsx';
import { Mark, State, type StateStatus } from '../ui/state.tsx';
import { markName } from './money-text.ts';

const SIGNS: Readonly<Record<ChargeState, [StateStatus, IconComponent]>> = {
  created: ['in-review', ClockIcon],
  processing: ['in-review', ClockIcon],
  pending: ['in-review', ClockIcon],
  paid: ['approved', CheckIcon],
  denied: ['rejected', XCircleIcon],
  expired: ['neutral', XCircleIcon],
  cancelled: ['neutral', XCircleIcon],
  error: ['rejected', AlertIcon],
  refunded: ['neutral', UndoIcon],
};

const REFUND_SIGNS: Readonly<Record<RefundState, [StateStatus, IconComponent]>> = {
  requested: ['in-review', ClockIcon],
  processing: ['attention', ClockIcon],
  done: ['approved', CheckIcon],
  failed: ['rejected', AlertIcon],
};

export function PaymentState({ state }: { state: ChargeState }) {
  const [status, icon] = SIGNS[state];
  return (
    <State status={status} icon={icon}>
      {stateNames[state]}
    </State>
  );
}

export function RefundStateMark({ state }: { state: RefundState }) {
  const [status, icon] = REFUND_SIGNS[state];
  return (
    <State status={status} icon={icon}>
      {refundStates[state]}
    </State>
  );
}

/** Why somebody must look at money, each reason in words. */
export const MoneyMarks = ({ marks }: { marks: readonly string[] }) =>
  [...new Set(marks.map(markName))].map((text) => (
    <Mark key={text} kind="danger">
      {text}
    </Mark>
  ));
