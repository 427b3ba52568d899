export * from './clock.ts';
export {
  type AfterMarks,
  afterMarks,
  GRADER_DAYS,
  joinedFeedback,
  MARK_TEXTS,
  type MarkRules,
  needsFeedback,
  SECOND_GRADES,
  type SecondGrade,
} from './marks.ts';
export {
  COMPETENCES,
  isChosen,
  isRubric,
  MOST_POINTS,
  type Rubric,
  type RubricCompetence,
  type RubricLevel,
  sumOf,
} from './rubric.ts';
export {
  composed,
  isSuspicious,
  ownShingles,
  type Quotation,
  quotations,
  SHOWN_SIMILARITY,
  type SharedRun,
  sharedRuns,
  shareOf,
  shingles,
  similarity,
} from './similarity.ts';
export * from './states.ts';
export * from './text.ts';
export { drawTheme } from './themes.ts';
