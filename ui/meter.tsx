import type { CSSProperties } from 'react';
import './styles/meter.css';
import { classes } from './classes.ts';

export type MeterProps = {
  /** 0 to 100. */
  value: number;
  /** With a label it is a progress bar; without one, decoration beside text. */
  label?: string;
  /** Mark on the track, 0 to 100 (the minimum word count). */
  mark?: number;
};

/** Thin track with a fill in the brand's colour. */
export function Meter({ value, label, mark }: MeterProps) {
  const share = Math.min(100, Math.max(0, value));
  const style = {
    '--value': `${share}%`,
    ...(mark !== undefined && { '--minimum': `${mark}%` }),
  } as CSSProperties;
  const className = classes('meter', mark !== undefined && 'word-meter');
  if (!label) {
    return (
      <div className={className} style={style} aria-hidden="true">
        <span />
      </div>
    );
  }
  return (
    <div
      className={className}
      style={style}
      role="progressbar"
      aria-label={label}
      aria-valuenow={Math.round(share)}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <span />
    </div>
  );
}
