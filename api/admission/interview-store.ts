import type { InterviewChannel, InterviewState, PreferredPeriod } from '@orbita/domain/admission';
import { isoInZone } from '@orbita/domain/foundation';
import sql, { type Sql } from 'sql-template-tag';
import type { Runner, Tx } from '../platform/database/types.ts';

export type InterviewRow = {
  id: number;
  subscription_id: number;
  state: InterviewState;
  channel: InterviewChannel | null;
  periods: PreferredPeriod[];
  appointment_at: Date | null;
  place: string | null;
  link: string | null;
  revision: number;
  requested_at: Date | null;
  institution_code: string;
  time_zone: string;
  minutes: number;
  interviewer_id: number | null;
  version: number;
  notes: string | null;
  decision_reason: string | null;
  held_at: Date | null;
  decided_at: Date | null;
  decided_by: string | null;
  updated_at: Date;
};

/** Columns of an interview `iv`. */
export const INTERVIEW_COLUMNS: Sql = sql`
  iv.id, iv.subscription_id, iv.state, iv.channel, iv.periods, iv.appointment_at, iv.place, iv.link, iv.revision,
  iv.requested_at, iv.minutes, iv.interviewer_id, iv.version, iv.notes, iv.decision_reason, iv.held_at, iv.decided_at,
  iv.decided_by, iv.updated_at, ins.code as institution_code, t.time_zone`;

/** Joins needed by `INTERVIEW_COLUMNS`. */
export const INTERVIEW_JOINS: Sql = sql`
  join subscription s on s.tenant_id = iv.tenant_id and s.id = iv.subscription_id
  join institution ins on ins.tenant_id = s.tenant_id and ins.id = s.institution_id
  join tenant t on t.id = iv.tenant_id`;

const selectInterviews = (where: Sql): Sql =>
  sql`select ${INTERVIEW_COLUMNS} from interview iv ${INTERVIEW_JOINS} where ${where}`;

/** Interview of a subscription; undefined until it is opened. */
export const interviewOf = (on: Runner, subscriptionId: number) =>
  on.one<InterviewRow>(
    selectInterviews(sql`iv.tenant_id = ${on.tenantId} and iv.subscription_id = ${subscriptionId}`),
  );

/** Interview by its id, whoever it belongs to. */
export const interviewById = (on: Runner, id: number) =>
  on.one<InterviewRow>(selectInterviews(sql`iv.tenant_id = ${on.tenantId} and iv.id = ${id}`));

/** Locks the interview of a subscription and reads its current state. */
export async function lockInterview(tx: Tx, subscriptionId: number): Promise<InterviewRow | undefined> {
  await tx.one(sql`
    select id from interview where tenant_id = ${tx.tenantId} and subscription_id = ${subscriptionId} for update`);
  return interviewOf(tx, subscriptionId);
}

/** Time and place, as shown to candidate and institution. */
export const presentAppointment = (row: InterviewRow) =>
  row.appointment_at && {
    at: isoInZone(row.appointment_at, row.time_zone),
    place: row.place,
    link: row.link,
  };
