import {
  completeness,
  conclusionYearLimit,
  type EnrolmentFacts,
  missingForContract,
  schoolingErrors,
  schoolingKind,
  type YearContext,
} from '@orbita/domain/enrolment';
import { ADULT_AGE, ageOn, dayInZone } from '@orbita/domain/foundation';
import {
  addressErrors,
  foreignAddressErrors,
  missingInformation,
  personalErrors,
} from '@orbita/domain/person';
import { personalOf } from '../person/person-form.ts';
import type { Runner } from '../platform/database/types.ts';
import { type EnrolmentRow, findEnrolment } from './store.ts';

export type FoundEnrolment = EnrolmentFacts & {
  /** Missing data other than the guardian that blocks the acceptance (spec 13.4). */
  missing: ReturnType<typeof missingForContract>['missing'];
  guardianMissing: boolean;
  /** The data of S-13 is complete: name, birth date and contacts (status 14). */
  information: boolean;
};

/** Latest allowed year of conclusion, and the birth date it must follow. */
export const yearContext = (row: EnrolmentRow, today: string): YearContext => ({
  birthDate: row.birth_date ?? today,
  limit: conclusionYearLimit(row.class_start_date, today),
});

const typedOf = (row: EnrolmentRow) => ({
  ...personalOf(row),
  documentType: row.document_type ?? 'cpf',
  document: row.document ?? row.cpf,
});

/** Whether the address is complete, in Brazil or outside it. */
const livesSomewhere = ({ address, foreign_address: abroad }: EnrolmentRow): boolean =>
  address
    ? addressErrors(address, address.uf).length === 0
    : abroad !== null && foreignAddressErrors(abroad).length === 0;

/** Validates stored enrolment data by today's rules (spec 12.2), because complete data may become incomplete later. */
export function factsOf(row: EnrolmentRow, now: Date): FoundEnrolment {
  const today = dayInZone(now, row.time_zone);
  const typed = typedOf(row);
  const errors = personalErrors(typed, { today, place: 'enrolment' });
  const guardian = row.guardian;
  const kind = schoolingKind(row.application_type);
  const facts: EnrolmentFacts = {
    minor: row.birth_date !== null && ageOn(row.birth_date, today) < ADULT_AGE,
    useDisciplines: row.asks_disciplines,
    complete: {
      personal: errors.length === 0 && livesSomewhere(row),
      schooling:
        row.schooling !== null &&
        schoolingErrors(kind, { ...row.schooling, conclusionSure: true }, yearContext(row, today)).length ===
          0,
      guardian:
        guardian !== null && ageOn(guardian.birthDate, today) >= ADULT_AGE && guardian.cpf !== row.cpf,
      disciplines: row.disciplines_chosen,
    },
  };
  const { missing, guardian: guardianMissing } = missingForContract(facts);
  const information = missingInformation(typed, today).length === 0;
  return { ...facts, complete: completeness(facts), missing, guardianMissing, information };
}

/**
 * Which parts of the enrolment data are complete, read in one statement; parts that are not needed are true (spec 12.4). Works
 * inside and outside a transaction. Throws when the subscription is unknown.
 */
export async function enrolmentFacts(
  on: Runner,
  { subscriptionId, now }: { subscriptionId: number; now: Date },
): Promise<FoundEnrolment> {
  const row = await findEnrolment(on, subscriptionId);
  if (!row) throw new Error(`No subscription ${subscriptionId}`);
  return factsOf(row, now);
}
