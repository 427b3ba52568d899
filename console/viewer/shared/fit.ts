import { MOST_SIDE, type Turn, type Zoom } from './messages.ts';

const LEAST_ZOOM = 25;
const MOST_ZOOM = 400;
/** Zoom steps of the keys + and −. */
const STEPS = [25, 33, 50, 67, 80, 100, 125, 150, 200, 250, 300, 400] as const;

export type Size = { width: number; height: number };

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

/** Whole pixels that never exceed the room; the addend absorbs rounding errors. */
const whole = (pixels: number): number => Math.floor(pixels + 0.001);

/** A page's size after rotation. */
const turned = ({ width, height }: Size, turn: Turn): Size =>
  turn % 180 === 0 ? { width, height } : { width: height, height: width };

/**
 * Size at which a page is drawn, and its percentage of the original size; both within 25 and 400 %, whatever the room (spec
 * 25.8).
 */
export function fit(page: Size, zoom: Zoom, turn: Turn, room: Size): Size & { percent: number } {
  const own = turned(page, turn);
  const across = room.width / own.width;
  const wanted =
    zoom === 'width' ? across : zoom === 'page' ? Math.min(across, room.height / own.height) : zoom / 100;
  const scale = clamp(wanted, LEAST_ZOOM / 100, MOST_ZOOM / 100);
  return {
    width: clamp(whole(own.width * scale), 1, MOST_SIDE),
    height: clamp(whole(own.height * scale), 1, MOST_SIDE),
    percent: Math.round(scale * 100),
  };
}

/** The next zoom step above or below a percentage. */
export function zoomStep(percent: number, direction: 1 | -1): number {
  const next =
    direction > 0 ? STEPS.find((step) => step > percent) : STEPS.findLast((step) => step < percent);
  return next ?? (direction > 0 ? MOST_ZOOM : LEAST_ZOOM);
}
