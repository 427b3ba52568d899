import type { ExamLookUpState, ExamScores } from '@orbita/domain/selection';
import sql, { type Sql } from 'sql-template-tag';
import type { Runner, Tx } from '../../platform/database/types.ts';

export type LookUpRow = {
  id: number;
  subscription_id: number;
  attempt: number;
  reference: string;
  registration: string | null;
  year: number;
  state: ExamLookUpState;
  scores: ExamScores | null;
  average: number | null;
  requested_at: Date;
  expected_by: Date;
  set_aside_at: Date | null;
  /** Since when it has been pending for the team. */
  waiting_since: Date | null;
  decided_at: Date | null;
  decided_by: string | null;
  version: number;
  institution_id: number;
};

const select = (where: Sql): Sql => sql`
  select x.id, x.subscription_id, x.attempt, x.reference, x.registration, x.year, x.state, x.scores,
    x.average::float8 as average, x.requested_at, x.expected_by, x.set_aside_at, x.waiting_since, x.decided_at,
    x.decided_by, x.version, x.institution_id
  from exam_score x where ${where}`;

/** Every look-up of a subscription, oldest first. */
export const lookUpsOf = (on: Runner, subscriptionId: number) =>
  on.many<LookUpRow>(
    sql`${select(sql`x.tenant_id = ${on.tenantId} and x.subscription_id = ${subscriptionId}`)} order by x.attempt`,
  );

/** One look-up, whoever it belongs to. */
export const lookUpById = (on: Runner, id: number) =>
  on.one<LookUpRow>(select(sql`x.tenant_id = ${on.tenantId} and x.id = ${id}`));

/** Locks a look-up and reads its current state; its subscription is locked first. */
export async function lockLookUp(tx: Tx, id: number): Promise<LookUpRow | undefined> {
  const locked = await tx.one(
    sql`select id from exam_score where tenant_id = ${tx.tenantId} and id = ${id} for update`,
  );
  return locked && lookUpById(tx, id);
}

/** Invalidates the look-ups of a subscription; a running one fails, because its result is no longer needed. */
export const setLookUpsAside = (tx: Tx, subscriptionId: number, now: Date) =>
  tx.many(sql`
    update exam_score set set_aside_at = ${now}::timestamptz,
      state = case when state = 'analysing' then 'failed' else state end
    where tenant_id = ${tx.tenantId} and subscription_id = ${subscriptionId} and set_aside_at is null returning id`);
