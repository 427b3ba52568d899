import type { IconComponent } from '@orbita/ui/icon';
import { AlertIcon } from '@orbita/ui/icons/alert';
import { CheckIcon } from '@orbita/ui/icons/check';
import { ClockIcon } from '@orbita/ui/icons/clock';
import type { ReactNode } from 'react';

export type StateStatus = 'approved' | 'rejected' | 'in-review' | 'attention' | 'neutral';

/** A state inside a table: icon and word, no pill. */
export const State = ({
  status,
  icon: Icon,
  children,
}: {
  status: StateStatus;
  icon: IconComponent;
  children: ReactNode;
}) => (
  <span className="state" data-status={status}>
    <Icon small />
    {children}
  </span>
);

export type MarkKind = 'danger' | 'warning' | 'plain';

const signs: Record<MarkKind, IconComponent> = { danger: AlertIcon, warning: ClockIcon, plain: CheckIcon };

/** How close a deadline is, as icon and words: late, near, or in time. */
export function Mark({ kind, children }: { kind: MarkKind; children: ReactNode }) {
  const Sign = signs[kind];
  return (
    <span className="mark" data-kind={kind}>
      <Sign small />
      {children}
    </span>
  );
}
