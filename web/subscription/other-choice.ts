type Present = { courseId: number; poleId: number };
type Course = { id: number; vacanciesState: 'open' | 'last' | 'full' };

/**
 * Is there anything to change to: another course with places, or another pole of the present one? Lists that have not
 * come, or would not come, count as if there were.
 */
export function hasOtherChoice(
  { courseId, poleId }: Present,
  courses: readonly Course[] | undefined,
  poles: readonly { id: number }[] | undefined,
): boolean {
  if (!courses || courses.some(({ id, vacanciesState }) => id !== courseId && vacanciesState !== 'full'))
    return true;
  // Without the present course among them its poles may not be chosen either.
  if (!courses.some(({ id }) => id === courseId)) return false;
  return !poles || poles.some(({ id }) => id !== poleId);
}
