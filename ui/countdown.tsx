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
};

function stateOf(remainingMs: number): Urgency {
  if (remainingMs < 60_000) return 'final';
  return remainingMs < 600_000 ? 'soon' : 'far';
}

/** Time left in tabular figures; announced only 10, 5, 2 and 1 minute before its end, not every second. */
export function Countdown({ remainingMs, label, big }: CountdownProps) {
  const [announced, setAnnounced] = useState('');
  const before = useRef(remainingMs);
  useEffect(() => {
    const mark = minuteMark(before.current, remainingMs);
    before.current = remainingMs;
    if (mark !== undefined) setAnnounced(stepTexts.timeLeft(mark));
  }, [remainingMs]);
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
