import { describe, expect, it } from 'vitest';
import { hasOtherChoice } from './other-choice.ts';

const PRESENT = { courseId: 1, poleId: 10 };
const own = { id: 1, vacanciesState: 'open' } as const;
const other = { id: 2, vacanciesState: 'last' } as const;
const full = { id: 3, vacanciesState: 'full' } as const;

describe('alternatives to change to', () => {
  it.each([
    ['another course with places', [own, other], [{ id: 10 }], true],
    ['another pole of the present course', [own], [{ id: 10 }, { id: 11 }], true],
    ['the present course and pole alone', [own], [{ id: 10 }], false],
    ['another course, but full', [own, full], [{ id: 10 }], false],
    ['the present course full, with another pole', [{ ...own, vacanciesState: 'full' }], [{ id: 11 }], true],
    ['no course at all', [], [{ id: 10 }, { id: 11 }], false],
    ['courses that have not come', undefined, [{ id: 10 }], true],
    ['poles that have not come', [own], undefined, true],
  ] as const)('%s', (_what, courses, poles, found) => {
    expect(hasOtherChoice(PRESENT, courses, poles)).toBe(found);
  });
});
