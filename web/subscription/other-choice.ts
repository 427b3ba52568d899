type Present = { courseId: number; poleId: number };
type Course = { id: number; vacanciesState: 'open' | 'last' | 'full' };

/**
 * True when there is another course with free places, or another pole of the current course. Lists that are loading or failed
 * count as true.
 */
export function hasOtherChoice(
  { courseId, poleId }: Present,
  courses: readonly Course[] | undefined,
  poles: readonly { id: number }[] | undefined,
): boolean {
  if (!courses || courses.some(({ id, vacanciesState }) => id !== courseId && vacanciesState !== 'full'))
    return true;
  // If the list lacks the current course, its poles cannot be chosen either.
  if (!courses.some(({ id }) => id === courseId)) return false;
  return !poles || poles.some(({ id }) => id !== poleId);
}
