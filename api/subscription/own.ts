import sql from 'sql-template-tag';
import type { Runner } from '../platform/database/index.ts';
import type { Ctx } from '../platform/http/context.ts';
import { fail } from '../platform/http/errors.ts';
import { type SubscriptionRow, selectSubscriptions } from './row.ts';

/** What an own-check reads of a call. */
export type Caller = Pick<Ctx, 'house' | 'tenant' | 'session' | 'header'>;

/** Refuses an id outside the scope of an access key: it opens one subscription, all others do not exist (spec 5.2). */
export function checkScope(ctx: Pick<Ctx, 'session'>, subscriptionId: number): void {
  const { scope } = ctx.session;
  if (scope !== 'candidate' && scope.subscriptionId !== subscriptionId) fail('NOT_FOUND');
}

/** Refuses an institution header that contradicts the institution of what was asked for (spec 2.2). */
export function checkInstitution(ctx: Pick<Ctx, 'header'>, code: string): void {
  const named = ctx.header('x-institution-code');
  if (named && named !== code) fail('NOT_FOUND');
}

/**
 * The subscription of the session's person, joined with offer, course, pole, intake, ingress mode and institution.
 * Unknown, another person's, outside an access key's scope, or of another institution than the header names: 404.
 * @param on reads inside a transaction when given.
 */
export async function ownSubscription(ctx: Caller, id: number, on?: Runner): Promise<SubscriptionRow> {
  checkScope(ctx, id);
  const row = await (on ?? ctx.house.db.tenant(ctx.tenant.id)).one<SubscriptionRow>(
    selectSubscriptions(
      sql`s.tenant_id = ${ctx.tenant.id} and s.id = ${id} and s.person_id = ${ctx.session.personId}`,
    ),
  );
  if (!row) fail('NOT_FOUND');
  checkInstitution(ctx, row.institution_code);
  return row;
}
