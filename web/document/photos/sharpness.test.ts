import { describe, expect, it } from 'vitest';
import { greyOf, isBlurred, sharpness } from './sharpness.ts';

const WIDTH = 120;
const HEIGHT = 160;

/** A printed page: dark strokes of two pixels in lines, on light paper. */
function page(contrast = 150): Float32Array {
  const grey = new Float32Array(WIDTH * HEIGHT).fill(220);
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++)
      if (y % 8 < 4 && (x * 7 + y) % 6 < 2) grey[y * WIDTH + x] = 220 - contrast;
  return grey;
}

/** The same out of focus: each pixel becomes the mean of its surroundings. */
function blurred(grey: Float32Array, radius: number): Float32Array {
  return grey.map((_, at) => {
    const [cx, cy] = [at % WIDTH, Math.floor(at / WIDTH)];
    let sum = 0;
    let count = 0;
    for (let y = Math.max(0, cy - radius); y <= Math.min(HEIGHT - 1, cy + radius); y++)
      for (let x = Math.max(0, cx - radius); x <= Math.min(WIDTH - 1, cx + radius); x++) {
        sum += grey[y * WIDTH + x] ?? 0;
        count += 1;
      }
    return sum / count;
  });
}

describe('sharpness', () => {
  it('decreases with every step out of focus', () => {
    const steps = [0, 1, 2, 4].map((radius) => sharpness(blurred(page(), radius), WIDTH, HEIGHT));
    expect(steps).toEqual(steps.toSorted((a, b) => b - a));
  });

  it.each([
    ['a page of print', page(), false],
    ['a page in poor light', page(60), false],
    ['a page out of focus', blurred(page(), 4), true],
    ['a dark lens', new Float32Array(WIDTH * HEIGHT), true],
  ])('%s', (_what, grey, expected) => {
    expect(isBlurred(grey, WIDTH, HEIGHT)).toBe(expected);
  });

  it('is unknown below nine pixels', () => {
    expect(sharpness(new Float32Array(4), 2, 2)).toBe(0);
  });

  it('reads colours as brightness', () => {
    const colours = new Uint8ClampedArray([255, 255, 255, 255, 0, 0, 0, 255, 255, 0, 0, 255]);
    expect([...greyOf(colours)].map(Math.round)).toEqual([255, 0, 76]);
  });
});
