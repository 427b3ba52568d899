import type { ActOnBehalf } from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import type { Runner, Tx } from '../platform/database/types.ts';
import { emitStepsChanged } from '../platform/events.ts';
import type { Service } from '../platform/http/context.ts';
import { invalid } from '../platform/http/errors.ts';
import type { Platform } from '../platform/platform.ts';

/**
 * The reason for acting in a candidate's place. A team member must give one (422 without, spec 25.6.2); systems may leave it
 * out, as they could before there were teams.
 */
export function behalfReason(service: Service, reason: string | null | undefined): string | null {
  const given = reason?.trim() || null;
  if (service.staff && !given) invalid([{ field: 'reason', message: 'Escreva o motivo.' }]);
  return given;
}

const madeBy = ({ tokenName, operator }: Service): string =>
  operator ? `${tokenName} / ${operator}` : tokenName;

export type Act = {
  subscriptionId: number;
  act: ActOnBehalf;
  /** Name of the document or section concerned. */
  subject?: string;
  reason: string | null;
};

/** Who acted for the institution: the team member's id, or null for a system, and the name shown to the team. */
export type ActedBy = { staffId: number | null; name: string };
export const actedBy = (service: Service): ActedBy => ({
  staffId: service.staff?.id ?? null,
  name: madeBy(service),
});

/** Records an act in the candidate's place that moves nothing, in the act's transaction, and publishes it to open pages. */
export const recordAct = (tx: Tx, platform: Platform, service: Service, act: Act): Promise<void> =>
  writeAct(tx, platform, { ...act, by: actedBy(service) });

/** Like `recordAct`, for an act that is done after its requester has left. */
export async function writeAct(
  tx: Tx,
  platform: Platform,
  { subscriptionId, act, subject, reason, by }: Act & { by: ActedBy },
): Promise<void> {
  await tx.one(sql`
    insert into act_on_behalf (tenant_id, subscription_id, act, subject, reason, staff_id, made_by, at)
    values (${tx.tenantId}, ${subscriptionId}::bigint, ${act}::text, ${subject ?? null}::text, ${reason}::text,
      ${by.staffId}::bigint, ${by.name}::text, ${platform.clock.now()}::timestamptz)
    returning id`);
  await emitStepsChanged(tx, platform, subscriptionId);
}

export type ActRow = { act: ActOnBehalf; subject: string | null; at: Date };

/** What the institution did in the candidate's place without a move, oldest first. */
export const actsOf = (on: Runner, id: number) =>
  on.many<ActRow>(sql`
    select act, subject, at from act_on_behalf
    where tenant_id = ${on.tenantId} and subscription_id = ${id} order by id`);
