export {
  ADMISSION_TEXTS,
  isWebAddress,
  type Row,
  type RowField,
  rowErrors,
  type TypedRow,
  type YearLimits,
} from './fields.ts';
export {
  INTERVIEW_CHANNELS,
  INTERVIEW_PERIODS,
  type InterviewChannel,
  type InterviewRequest,
  type InterviewState,
  interviewAwaited,
  interviewErrors,
  interviewMessage,
  isWished,
  MOST_PERIODS,
  type PreferredPeriod,
  periodsText,
  usableChannels,
} from './interview.ts';
export {
  type Answers,
  type AskedSection,
  draftErrors,
  fewestRows,
  incompleteSections,
  incompleteText,
  isSectionComplete,
  isWritable,
  keptRows,
  QUESTIONNAIRE_STATES,
  type QuestionnaireState,
  sameRows,
  wholeErrors,
} from './questionnaire.ts';
export {
  isSectionKey,
  SECTION_KEYS,
  SECTIONS,
  type SectionKey,
} from './sections.ts';
export {
  draftOf,
  emptyValues,
  keptOf,
  rowsOf,
  type SectionDraft,
  type TypedValues,
} from './typed-rows.ts';
