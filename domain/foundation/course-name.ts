/** Length after which a course name is truncated [seed]. */
const COURSE_NAME_LENGTH = 60;

/** A course name of at most 60 characters, plus '...' when truncated [seed]. */
export function courseName(name: string): string {
  const characters = [...name];
  return characters.length <= COURSE_NAME_LENGTH
    ? name
    : `${characters.slice(0, COURSE_NAME_LENGTH).join('')}...`;
}
