import './styles/ring.css';
import { stepTexts } from './step-texts.ts';

export type RingProgressProps = {
  done: number;
  total: number;
  /** Full sentence; default "{done} de {total} etapas concluídas". */
  label?: string;
  /** Side as a CSS length: 3rem in cards, 4rem beside a title, 5.5rem on the tracking page. */
  size?: string;
};

const arc = '0.8 0.2';
const RADIUS = 20;

/** One arc per step and the planet on the current one; a full circle when done. */
export function RingProgress({ done, total, label, size = '3rem' }: RingProgressProps) {
  const full = done >= total;
  const dashes = full ? `${total} 0` : `${`${arc} `.repeat(done)}0 ${done === 0 ? 99 : total}`;
  const angle = ((done + 0.42) / Math.max(total, 1)) * 2 * Math.PI;
  return (
    <svg
      className="ring-progress"
      style={{ inlineSize: size, blockSize: size }}
      viewBox="0 0 48 48"
      role="img"
      aria-label={label ?? stepTexts.stepsDone(done, total)}
    >
      <g transform="rotate(-90 24 24)">
        <circle className="todo" cx="24" cy="24" r={RADIUS} pathLength={total} strokeDasharray={arc} />
        <circle className="done" cx="24" cy="24" r={RADIUS} pathLength={total} strokeDasharray={dashes} />
      </g>
      {!full && (
        <circle
          className="planet"
          cx={(24 + RADIUS * Math.sin(angle)).toFixed(1)}
          cy={(24 - RADIUS * Math.cos(angle)).toFixed(1)}
          r="4.5"
        />
      )}
      <text x="24" y="29" data-long={total > 9 || undefined}>
        {`${done}/${total}`}
      </text>
    </svg>
  );
}
