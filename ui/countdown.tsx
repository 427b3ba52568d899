import { useEffect, useRef, useState } from 'react';
import './styles/countdown.css';
import { classes } from './classes.ts';
import { ClockIcon } from './icons/clock.tsx';
import { clockText, minuteMark, type Urgency } from './remaining.ts';
import { stepTexts } from './step-texts.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

export type CountdownProps = {
  /** Time left by the server's clock. The component never reads a clock itself. */
  remainingMs: number;
  /** Hidden words before the time: "Expira em", "Tempo restante". */
  label: string;
  big?: boolean;
  /** Text announced at 10, 5, 2 and 1 minute. */
  announce?: (minutes: number) => string;
};

function stateOf(remainingMs: number): Urgency {
  if (remainingMs < 60_000) return 'final';
  return remainingMs < 600_000 ? 'soon' : 'far';
}

/** Time left in tabular figures; announced only at the minute marks, not every second. */
export function Countdown({ remainingMs, label, big, announce = stepTexts.timeLeft }: CountdownProps) {
  const [announced, setAnnounced] = useState('');
  const before = useRef(remainingMs);
  useEffect(() => {
    const mark = minuteMark(before.current, remainingMs);
    before.current = remainingMs;
    if (mark !== undefined) setAnnounced(announce(mark));
  }, [remainingMs, announce]);
  return (
    <span className={classes('countdown', big && 'countdown--big')} data-state={stateOf(remainingMs)}>
      <ClockIcon />
      <span role="timer">
        <VisuallyHidden>{label} </VisuallyHidden>
        <span translate="no">{clockText(remainingMs)}</span>
      </span>
      <span className="visually-hidden" role="status">
        {announced}
      </span>
    </span>
  );
}
