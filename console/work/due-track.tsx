import { TRACK } from '@orbita/domain/work';
import { homeMoreTexts as t } from '../texts/home.ts';
import '../styles/home.css';
import type { Counted } from './queues.ts';

/** Position of the deadline, in drawing units; late items are behind it. */
const GOAL = 90;
const LATE_FROM = 96;
const LATE_WIDTH = 16;

/** X coordinate at which a position on the track is drawn. */
export const drawnAt = (place: number): number =>
  place < TRACK.due
    ? 1 + (place / TRACK.due) * (GOAL - 2)
    : LATE_FROM + ((place - TRACK.due) / (TRACK.places - 1 - TRACK.due)) * LATE_WIDTH;

const kindOf = (place: number): 'late' | 'soon' | 'far' => {
  if (place >= TRACK.due) return 'late';
  return place >= TRACK.atRisk ? 'soon' : 'far';
};

/** Items at the same position are drawn once. */
const placesOf = (track: readonly number[]): number[] => [...new Set(track)];

/**
 * One tick for each item, from "just arrived" to the deadline, which is the tall line; the band is the final stretch before it,
 * diamonds are late (look, 4). The shape shows a pile-up that a count hides; the same is given in words beside it.
 */
export function DueTrack({
  queue,
}: {
  queue: Pick<Counted, 'label' | 'count' | 'capped' | 'late' | 'atRisk' | 'track'>;
}) {
  return (
    <svg className="due-track" viewBox="0 0 116 20" role="img" aria-label={t.track(queue)}>
      <path className="way" d="M0 10h116" />
      <path className="zone" d={`M${drawnAt(TRACK.atRisk)} 10H${GOAL}`} />
      {placesOf(queue.track).map((place) => {
        const [kind, x] = [kindOf(place), drawnAt(place).toFixed(1)];
        return kind === 'late' ? (
          <path key={place} className="over" d={`M${x} 5.5l4 4.5-4 4.5-4-4.5z`} />
        ) : (
          <path key={place} className={kind === 'soon' ? 'tick tick--soon' : 'tick'} d={`M${x} 6v8`} />
        );
      })}
      <path className="goal" d={`M${GOAL} 2.5v15`} />
    </svg>
  );
}
