import { type ReactNode, useEffect, useRef } from 'react';
import './styles/action-bar.css';
import { classes } from './classes.ts';

/**
 * Save status and main button. `sticky` keeps it within reach of the thumb on phones; it must then be the last child of `main`,
 * and the button names its form by `form="…"`.
 */
export function ActionBar({ sticky, children }: { sticky?: boolean; children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null);
  // The cookie banner sits above the bar, never over it, so it must know the bar's height.
  useEffect(() => {
    const element = bar.current;
    if (!sticky || !element || typeof ResizeObserver === 'undefined') return;
    const root = document.documentElement;
    const observer = new ResizeObserver(() => {
      root.style.setProperty('--action-bar', `${element.offsetHeight}px`);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      root.style.removeProperty('--action-bar');
    };
  }, [sticky]);
  return (
    <div className={classes('action-bar', sticky && 'action-bar--sticky')} ref={bar}>
      {children}
    </div>
  );
}
