export * from './clock.ts';
export {
  afterMarks,
  GRADER_DAYS,
  joinedFeedback,
  MARK_TEXTS,
  type MarkRules,
  needsFeedback,
  SECOND_GRADES,
} from './marks.ts';
export {
  COMPETENCES,
  isChosen,
  isRubric,
  MOST_POINTS,
  type Rubric,
  sumOf,
} from './rubric.ts';
export {
  composed,
  isSuspicious,
  ownShingles,
  quotations,
  SHOWN_SIMILARITY,
  sharedRuns,
  shareOf,
  shingles,
  similarity,
} from './similarity.ts';
export * from './states.ts';
export * from './text.ts';
export { drawTheme } from './themes.ts';
