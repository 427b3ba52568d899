/** A level of a competence: its points and what it requires. */
interface RubricLevel {
  points: number;
  text: string;
}

export interface RubricCompetence {
  label: string;
  levels: RubricLevel[];
}

/**
 * Competences of an essay, with one level chosen for each; the sum of their points is the score (parameter `EssayRubric`, spec
 * 25.7).
 */
export type Rubric = RubricCompetence[];

export const COMPETENCES = 5;
export const MOST_POINTS = 200;
const MOST_LEVELS = 21;
const LONGEST_TEXT = 500;

const isText = (value: unknown): boolean =>
  typeof value === 'string' && value.trim() !== '' && value.length <= LONGEST_TEXT;

const hasKeys = (value: unknown, keys: readonly string[]): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.keys(value).length === keys.length &&
  keys.every((key) => Object.hasOwn(value, key));

const isLevel = (value: unknown): value is RubricLevel =>
  hasKeys(value, ['points', 'text']) &&
  Number.isInteger(value.points) &&
  Number(value.points) >= 0 &&
  Number(value.points) <= MOST_POINTS &&
  isText(value.text);

function isCompetence(value: unknown): value is RubricCompetence {
  if (!hasKeys(value, ['label', 'levels']) || !isText(value.label) || !Array.isArray(value.levels))
    return false;
  const levels: unknown[] = value.levels;
  if (levels.length < 2 || levels.length > MOST_LEVELS || !levels.every(isLevel)) return false;
  // Two levels with equal points could not be told apart by the points stored in a mark.
  return new Set(levels.map(({ points }) => points)).size === levels.length;
}

/** True for five competences, each with levels of distinct points from 0 to 200. */
export const isRubric = (value: unknown): value is Rubric =>
  Array.isArray(value) && value.length === COMPETENCES && value.every(isCompetence);

/** Whether the points of each competence match one of its levels. */
export const isChosen = (rubric: Rubric, competences: readonly number[]): boolean =>
  competences.length === rubric.length &&
  rubric.every(({ levels }, at) => levels.some(({ points }) => points === competences[at]));

/** The total score of the chosen points. */
export const sumOf = (competences: readonly number[]): number =>
  competences.reduce((sum, points) => sum + points, 0);
