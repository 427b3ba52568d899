import { isChosen, MARK_TEXTS, needsFeedback, recordedGrade, sumOf } from '@orbita/domain/essay';
import type { FieldError } from '@orbita/domain/foundation';
import { settingsReader } from '../subscription/facts.ts';
import type { GivenMark } from './marks.ts';
import type { EssayRow } from './store.ts';

/** With a rubric, the score is the sum of one level per competence; a plagiarised text gets zero and needs no levels. */
function rubricErrors(row: EssayRow, given: GivenMark, demanded: boolean): FieldError[] {
  const rubric = settingsReader(row.settings)('EssayRubric');
  if (!rubric || given.hasPlagiarism) return [];
  if (!given.competences) return demanded ? [{ field: 'competences', message: MARK_TEXTS.competences }] : [];
  if (!isChosen(rubric, given.competences))
    return [{ field: 'competences', message: MARK_TEXTS.competences }];
  return sumOf(given.competences) === given.score ? [] : [{ field: 'score', message: MARK_TEXTS.sum }];
}

/**
 * Errors of a mark (spec 25.7). A team member gives integer scores and must explain a failing one; systems of the institution may
 * send what they always have, except that competences must match a rubric.
 */
export function markErrors(row: EssayRow, given: GivenMark, byPerson: boolean): FieldError[] {
  const rubric = rubricErrors(row, given, byPerson);
  if (!byPerson) return rubric;
  const minimum = settingsReader(row.settings)('EssayMinScore');
  const explained = given.feedback?.trim();
  const silent = !explained && (row.review_since !== null || needsFeedback(recordedGrade(given), minimum));
  return [
    ...(Number.isInteger(given.score) ? [] : [{ field: 'score', message: MARK_TEXTS.whole }]),
    ...rubric,
    ...(silent ? [{ field: 'feedback', message: MARK_TEXTS.feedback }] : []),
  ];
}
