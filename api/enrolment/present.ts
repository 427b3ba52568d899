import { dayInZone } from '@orbita/domain/foundation';
import { factsOf, yearContext } from './facts.ts';
import { type EnrolmentRow, schoolingOf } from './store.ts';

/** Enrolment data as shown to the candidate (spec 12.4). */
export const presentEnrolment = (row: EnrolmentRow, now: Date) => {
  const { complete, minor, useDisciplines } = factsOf(row, now);
  return {
    schooling: schoolingOf(row),
    schoolPlace: row.school_place,
    guardian: row.guardian,
    motherName: row.mother_name,
    complete,
    conclusionYearLimit: yearContext(row, dayInZone(now, row.time_zone)).limit,
    minor,
    useDisciplines,
  };
};
