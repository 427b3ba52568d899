import type { ReactNode } from 'react';
import './styles/bar.css';
import { classes } from './classes.ts';
import { useHidingBar } from './use-hiding-bar.ts';

/** Frame of the two auto-hiding bars. */
export function Bar({ children }: { children: ReactNode }) {
  const { ref, hidden } = useHidingBar<HTMLElement>();
  return (
    <header className="bar" data-hidden={hidden} ref={ref}>
      <div className="bar__inner">{children}</div>
    </header>
  );
}

/** Right end of a bar: help second from the right, menu last. */
export function BarEnd({ children }: { children: ReactNode }) {
  return <div className="bar__end">{children}</div>;
}

export type PlainBarProps = {
  /** For a page with one column in the middle (`task`): the bar lines up with its edges. */
  narrow?: boolean;
};

/** Logo only; scrolls away with the page. */
export function PlainBar({ narrow, children }: PlainBarProps & { children: ReactNode }) {
  return (
    <header className={classes('bar bar--plain', narrow && 'bar--narrow')}>
      <div className="bar__inner">{children}</div>
    </header>
  );
}
