import type { ReactNode } from 'react';
import './styles/chip.css';
import type { IconComponent } from './icon.tsx';

export type ChipStatus =
  | 'neutral'
  | 'pending'
  | 'in-review'
  | 'approved'
  | 'rejected'
  | 'subscribed'
  | 'scheduled'
  | 'evaluated'
  | 'terms-accepted'
  | 'documentation-pending'
  | 'enrollment-pending'
  | 'enrolled'
  | 'blacklisted'
  | 'unqualified';

export type ChipProps = { status?: ChipStatus; icon: IconComponent; children: ReactNode };

/** Icon and words on their own tinted paper. A sign, never a button. */
export function Chip({ status = 'neutral', icon: Icon, children }: ChipProps) {
  return (
    <span className="chip" data-status={status}>
      <Icon />
      {children}
    </span>
  );
}
