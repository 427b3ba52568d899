import './styles/orbit.css';
import { classes } from './classes.ts';

const marks = {
  check: 'm46 61 9.5 9.5L75 51',
  file: 'M50 44h14l8 8v24H50zM56 60h10M56 68h7',
  cap: 'm38 56 22-10 22 10-22 10zM47 61v10c8 6 18 6 26 0V61',
  question: 'M52 53a8.5 8.5 0 1 1 12.5 7.5c-3 1.6-4.5 3.5-4.5 6.5M60 74.5v.1',
  alert: 'M60 45v18M60 73.5v.1',
  clock: 'M60 45v15.5l10 6',
  mail: 'M44 50h32v22H44zM45 52l15 11 15-11',
  lock: 'M48 58h24v17H48zM53 58v-5a7 7 0 0 1 14 0v5',
} as const;

export type EmblemMark = keyof typeof marks;

export type OrbitEmblemProps = {
  mark: EmblemMark;
  /** The planet has left its ring (404). */
  lost?: boolean;
  /** Does not move; otherwise the planet circles slowly, unless reduced motion is preferred. */
  still?: boolean | undefined;
};

/** Two rings, one planet, one mark. Decorative. */
export function OrbitEmblem({ mark, lost, still }: OrbitEmblemProps) {
  return (
    <svg
      className={classes('orbit-emblem', !still && 'orbit-emblem--alive')}
      viewBox="0 0 120 120"
      aria-hidden="true"
      focusable="false"
    >
      <circle className="ring" cx="60" cy="60" r="58" />
      <circle className="ring" cx="60" cy="60" r="46" strokeDasharray={lost ? '5 7' : undefined} />
      <circle className="core" cx="60" cy="60" r="34" />
      <g className="trail">
        <circle className="planet" cx={lost ? 112 : 101} cy={lost ? 22 : 39.5} r="6.5" />
        <circle className="planet" cx="10" cy="88" r="3.5" opacity=".6" />
      </g>
      <path className="mark" d={marks[mark]} />
    </svg>
  );
}

/** Corner rings behind the head of a page. At most one per screen, none on forms and payments. */
export function OrbitField() {
  return <div className="orbit-field" aria-hidden="true" />;
}
