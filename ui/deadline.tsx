import type { ReactNode } from 'react';
import './styles/deadline.css';
import type { IconComponent } from './icon.tsx';
import { CalendarIcon } from './icons/calendar.tsx';
import { ClockIcon } from './icons/clock.tsx';
import { distanceText, type Urgency, urgencyOf } from './remaining.ts';

export type DeadlineProps = {
  /** Absolute time first: "Até hoje, 23h59". */
  children: ReactNode;
  /** Milliseconds left: determines the colour and the distance shown after the absolute time. */
  remainingMs?: number;
  /** Overrides the colour when no distance is shown. */
  state?: Urgency;
  icon?: IconComponent;
};

/** When something ends, in words; the time left comes second. */
export function Deadline({ children, remainingMs, state, icon }: DeadlineProps) {
  const urgency = state ?? (remainingMs === undefined ? 'far' : urgencyOf(remainingMs));
  const Sign = icon ?? (urgency === 'far' ? CalendarIcon : ClockIcon);
  const near = remainingMs !== undefined && remainingMs > 0 && urgency !== 'far';
  return (
    <p className="deadline" data-state={urgency}>
      <Sign />
      <span>
        <span>{children}</span>
        {near && (
          <>
            {' · falta '}
            <b className="nowrap">{distanceText(remainingMs)}</b>
          </>
        )}
      </span>
    </p>
  );
}
