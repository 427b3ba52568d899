import sql from 'sql-template-tag';
import type { Runner } from '../../platform/database/types.ts';
import { forDueTenants } from '../../platform/due.ts';
import type { Platform } from '../../platform/platform.ts';

/** Results of reading a tenant's academic catalogue. */
export type Reading = {
  attempted_at: Date;
  succeeded_at: Date | null;
  changed_at: Date | null;
  failed_at: Date | null;
  failure: string | null;
  taken: Record<string, number>;
  left_out: number;
};

type FedReading = { alias: string; succeeded_at: Date; failing: boolean };

/** Readings of every tenant with at least one success, with its alias. */
export async function readings(platform: Platform): Promise<FedReading[]> {
  const found: FedReading[] = [];
  await forDueTenants(platform, 'academic-readings', async (tenantId) => {
    const fed = await platform.db.tenant(tenantId).many<FedReading>(sql`
      select t.alias, a.succeeded_at, a.failure is not null as failing from academic_catalogue a join tenant t on t.id = a.tenant_id
      where a.tenant_id = ${tenantId} and a.succeeded_at is not null`);
    found.push(...fed);
    return fed.length;
  });
  return found;
}

const MOST_TEXT = 4_000;

export const readingOf = (on: Runner): Promise<Reading | undefined> =>
  on.one<Reading>(sql`
    select attempted_at, succeeded_at, changed_at, failed_at, failure, taken, left_out
    from academic_catalogue where tenant_id = ${on.tenantId}`);

/** Starts a reading unless one started after `since`; among several nodes only one gets it. */
export const claimReading = async (on: Runner, now: Date, since: Date): Promise<boolean> =>
  (await on.one(sql`
    insert into academic_catalogue as a (tenant_id, attempted_at) values (${on.tenantId}, ${now}::timestamptz)
    on conflict (tenant_id) do update set attempted_at = excluded.attempted_at
      where a.attempted_at <= ${since}::timestamptz
    returning tenant_id`)) !== undefined;

export const keepSuccess = (
  on: Runner,
  now: Date,
  { taken, leftOut, changed }: { taken: Record<string, number>; leftOut: number; changed: boolean },
) =>
  on.many(sql`
    update academic_catalogue set succeeded_at = ${now}::timestamptz, failure = null, taken = ${JSON.stringify(taken)}::jsonb,
      left_out = ${leftOut}::int, changed_at = case when ${changed}::boolean then ${now}::timestamptz else changed_at end
    where tenant_id = ${on.tenantId}`);

export const keepFailure = (on: Runner, now: Date, failure: string) =>
  on.many(sql`
    update academic_catalogue set failed_at = ${now}::timestamptz, failure = ${failure.slice(0, MOST_TEXT)}
    where tenant_id = ${on.tenantId}`);
