import { serverNow } from '@orbita/client/server-clock.ts';
import { exactly, span } from '../base/zone.ts';
import { reviewTexts as t } from '../texts/work.ts';
import '../styles/due.css';

const STATES = { none: undefined, 'at-risk': 'soon', late: 'over' } as const;

type Props = { waitingSince: string | null; dueAt: string; risk: keyof typeof STATES };

const RADIUS = 7.5;

/** The elapsed share of an item's time, 0 to 1; without a known start it is 0 before the due time and 1 after it. */
export function goneOf({ waitingSince, dueAt }: Pick<Props, 'waitingSince' | 'dueAt'>, now: number): number {
  if (waitingSince === null) return now < Date.parse(dueAt) ? 0 : 1;
  const [since, due] = [Date.parse(waitingSince), Date.parse(dueAt)];
  return due <= since ? 1 : Math.min(1, Math.max(0, (now - since) / (due - since)));
}

/** When an item is due: a ring that fills up, and the words that say it all (look, 4). */
export function Due(props: Props) {
  const { dueAt, risk } = props;
  const now = serverNow();
  const left = Date.parse(dueAt) - now;
  return (
    <span className="due" data-state={STATES[risk]} title={exactly(dueAt)}>
      <Ring gone={risk === 'late' ? 1 : goneOf(props, now)} late={risk === 'late'} />
      {left > 0 ? t.due(span(left)) : t.late(span(-left))}
    </span>
  );
}

/** Circle = the whole time, arc = elapsed time, planet = now; when late it is full, with "!". Always accompanied by words. */
function Ring({ gone, late }: { gone: number; late: boolean }) {
  const angle = gone * 2 * Math.PI;
  const at = (value: number) => (10 + RADIUS * value).toFixed(1);
  return (
    <svg className="due__ring" viewBox="0 0 20 20" aria-hidden="true">
      <circle className="way" cx="10" cy="10" r={RADIUS} />
      <circle
        className="gone"
        cx="10"
        cy="10"
        r={RADIUS}
        pathLength="100"
        strokeDasharray={`${Math.round(gone * 100)} 100`}
        transform="rotate(-90 10 10)"
      />
      {late ? (
        <path className="call" d="M10 6.3v4.4M10 13.4v.2" />
      ) : (
        <circle className="now" cx={at(Math.sin(angle))} cy={at(-Math.cos(angle))} r="3.4" />
      )}
    </svg>
  );
}
