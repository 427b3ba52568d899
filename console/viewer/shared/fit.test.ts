import { describe, expect, it } from 'vitest';
import { fit, zoomStep } from './fit.ts';
import { readToPage } from './messages.ts';

const A4 = { width: 794, height: 1123 };
const ROOM = { width: 744, height: 640 };

describe('size of a rendered page (25.8)', () => {
  it('fits the room or its width, rotated or not', () => {
    expect(fit(A4, 'page', 0, ROOM)).toMatchObject({ height: 640, percent: 57 });
    expect(fit(A4, 'width', 0, ROOM)).toMatchObject({ width: 744, percent: 94 });
    expect(fit(A4, 'page', 90, ROOM)).toMatchObject({ width: 744, percent: 66 });
    expect(fit(A4, 150, 0, ROOM)).toEqual({ width: 1191, height: 1684, percent: 150 });
  });

  it('stays between 25 and 400 %', () => {
    expect(fit({ width: 9000, height: 9000 }, 'page', 0, ROOM).percent).toBe(25);
    expect(fit({ width: 10, height: 10 }, 'width', 0, ROOM).percent).toBe(400);
    expect(fit({ width: 1_000_000, height: 1 }, 400, 0, ROOM)).toMatchObject({ width: 40_000, height: 4 });
    expect([zoomStep(57, 1), zoomStep(57, -1), zoomStep(400, 1), zoomStep(25, -1)]).toEqual([
      67, 50, 400, 25,
    ]);
  });
});

describe('messages the page accepts from the frame (25.8)', () => {
  it('have one of the known shapes', () => {
    expect(readToPage({ tell: 'ready', more: 1 })).toEqual({ tell: 'ready' });
    expect(readToPage({ tell: 'opened', file: 1, pages: 2, name: 'x' })).toEqual({
      tell: 'opened',
      file: 1,
      pages: 2,
    });
    expect(readToPage({ tell: 'unopened', file: 0, problem: 'sheet' })).toBeDefined();
    const pixels = new ArrayBuffer(16);
    expect(readToPage({ tell: 'thumbnail', ask: 1, width: 2, height: 2, pixels })).toBeDefined();
  });

  it.each([
    null,
    'opened',
    { tell: 'approve' },
    { tell: 'opened', file: 0, pages: 301 },
    { tell: 'opened', file: 21, pages: 1 },
    { tell: 'unopened', file: 0, problem: '<b>' },
    { tell: 'drawn', ask: 1, width: 10, height: Number.POSITIVE_INFINITY, percent: 100 },
    { tell: 'drawn', ask: -1, width: 10, height: 10, percent: 100 },
    { tell: 'refused', ask: 1, problem: 'other' },
    { tell: 'thumbnail', ask: 1, width: 2, height: 2, pixels: new ArrayBuffer(15) },
    { tell: 'thumbnail', ask: 1, width: 20_000, height: 2, pixels: new ArrayBuffer(160_000) },
  ])('and no other: %j', (data) => {
    expect(readToPage(data)).toBeUndefined();
  });
});
