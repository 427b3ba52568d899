import { type ReactNode, useId } from 'react';

/** Parts of a bar in hundredths of its whole length: moved on, still there, stopped, and the remaining way. */
type BarParts = { full: number; here?: number; ended?: number; rest?: number };

/** A bar beside its numbers, which contain the same information. */
function Bar({ full, here = 0, ended = 0, rest = 0 }: BarParts) {
  const id = useId();
  return (
    <svg className="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      <defs>
        <pattern id={`${id}d`} width="1.6" height="4" patternUnits="userSpaceOnUse">
          <rect width="1.6" height="4" className="plot__rest" />
          <rect x=".4" y="1.2" width=".7" height="1.6" className="plot__full" />
        </pattern>
        <pattern
          id={`${id}h`}
          width="1.6"
          height="8"
          patternUnits="userSpaceOnUse"
          patternTransform="skewX(-8)"
        >
          <rect width="1.6" height="8" className="plot__rest" />
          <rect width=".5" height="8" className="plot__full" />
        </pattern>
      </defs>
      {rest > 0 && <rect className="plot__rest" x={full + here + ended} width={rest} height="8" />}
      <rect className="plot__full" width={full} height="8" />
      {here > 0 && <rect x={full} width={here} height="8" fill={`url(#${id}d)`} />}
      {ended > 0 && <rect x={full + here} width={ended} height="8" fill={`url(#${id}h)`} />}
    </svg>
  );
}

export type BarRow = { key: string; name: ReactNode; parts: BarParts; value: ReactNode; more?: ReactNode };

/** Rows, each with a bar. */
export const Bars = ({ rows, pair }: { rows: readonly BarRow[]; pair?: boolean }) => (
  <ul className={pair ? 'bars bars--pair' : 'bars'}>
    {rows.map(({ key, name, parts, value, more }) => (
      <li key={key}>
        <span className="bars__name">{name}</span>
        <Bar {...parts} />
        <span className="bars__value">{value}</span>
        <span className="meta">{more}</span>
      </li>
    ))}
  </ul>
);
