import type { Actor } from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import type { ServiceContext } from '../platform/http/context.ts';
import { fail } from '../platform/http/errors.ts';
import type { Caller } from './own.ts';

/**
 * Who acts on an application, as recorded in its history: its candidate, or the institution on the candidate's behalf (D-85).
 */
export type ActingFor = Extract<Actor, 'candidate' | 'operations'>;

/**
 * The candidate of an application as a `Caller`, so that the institution acts on their behalf under the same rules (spec 9.5,
 * D-85). Its scope is this application only. Fails with 404 if the application is unknown or outside the token's institutions.
 */
export async function onBehalf(
  { platform, tenant, service }: Pick<ServiceContext, 'platform' | 'tenant' | 'service'>,
  subscriptionId: number,
): Promise<Caller> {
  const row = await platform.db.tenant(tenant.id).one<{ person_id: number; code: string }>(sql`
    select s.person_id, i.code from subscription s
    join institution i on i.tenant_id = s.tenant_id and i.id = s.institution_id
    where s.tenant_id = ${tenant.id} and s.id = ${subscriptionId}`);
  const { institutions } = service;
  if (!row || !(institutions === null || institutions.includes(row.code))) fail('NOT_FOUND');
  const session = { personId: row.person_id, scope: { subscriptionId } };
  return { platform, tenant, session, header: () => undefined };
}
