import { approvalTexts, describeAsked } from '@orbita/domain/approval';
import { dayInZone, formatDate } from '@orbita/domain/foundation';
import { DEADLINES, extensionDayProblem, extensionTexts } from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import type { Approved } from '../../../approval/act.ts';
import { askSecond } from '../../../approval/ask.ts';
import type { Runner, Tx } from '../../../platform/database/types.ts';
import type { Ctx, Reply } from '../../../platform/http/context.ts';
import { fail, invalid } from '../../../platform/http/errors.ts';
import { reply } from '../../../platform/http/route.ts';
import type { Write } from '../../../platform/http/with-key.ts';
import { maySee } from '../../../platform/lists/lists.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type ActedBy, actedBy, behalfReason } from '../../acts.ts';
import type { ExtensionCommand } from './extend.ts';
import { countUnder } from './show.ts';

type Offer = { id: number; code: string; name: string; institution_id: number; institution: string };

const offerBy = (on: Runner, by: ReturnType<typeof sql>) =>
  on.one<Offer>(sql`
    select o.id, o.code, o.name, o.institution_id, i.code as institution
    from offer o join institution i on i.tenant_id = o.tenant_id and i.id = o.institution_id
    where o.tenant_id = ${on.tenantId} and o.retired_at is null and ${by}`);

/** Why no deadline of an offer can be moved to this day now; each application is checked against its own rule later. */
function problemOf(until: string, today: string): string | undefined {
  const problem = extensionDayProblem(until, today);
  return problem && extensionTexts[problem];
}

type Order = ExtensionCommand & { offer: Offer; reason: string | null; by: ActedBy };

const insert = async (tx: Tx, platform: Platform, { offer, deadline, until, reason, by }: Order) => {
  const made = await tx.one<{ id: number }>(sql`
    insert into deadline_extension (tenant_id, institution_id, offer_id, deadline, until, reason, staff_id, made_by, at)
    values (${tx.tenantId}, ${offer.institution_id}, ${offer.id}, ${deadline}::text, ${until}::date, ${reason}::text,
      ${by.staffId}::bigint, ${by.name}::text, ${platform.clock.now()}::timestamptz) returning id`);
  if (!made) throw new Error('The extension was not written');
  return made.id;
};

/**
 * Orders an extension of a deadline for every application of an offer in which it is running; a team member always needs a
 * second person's approval. The job `deadline-extension` carries it out, one application after another.
 */
export async function extendForOffer(
  ctx: Ctx<'POST /operations/offers/{code}/deadline'>,
  write: Write,
): Promise<Reply> {
  const { platform, tenant, service, params } = ctx;
  const on = platform.db.tenant(tenant.id);
  const offer = await offerBy(on, sql`o.code = ${params.code}::text`);
  if (!offer || !maySee(service, offer.institution)) fail('NOT_FOUND');
  const { deadline, until, ...given } = ctx.body();
  const reason = behalfReason(service, given.reason);
  const problem = problemOf(until, dayInZone(platform.clock.now(), tenant.timeZone));
  if (problem) invalid([{ field: 'until', message: problem }]);
  return write(async (tx) => {
    const open = await countUnder(tx, offer.id, deadline);
    if (open === 0) invalid([{ field: 'deadline', message: extensionTexts.nobody }]);
    if (service.staff)
      return askSecond(tx, ctx, {
        kind: 'extension',
        subject: { kind: 'offer', id: offer.id },
        institutions: [offer.institution],
        summary: approvalTexts.offerExtension,
        fields: describeAsked.offerExtension({
          offer,
          institution: offer.institution,
          deadline: DEADLINES[deadline].label,
          until: formatDate(until),
          open,
        }),
        reason,
        command: { deadline, until } satisfies ExtensionCommand,
      });
    return reply(200, {
      id: await insert(tx, platform, { offer, deadline, until, reason, by: actedBy(service) }),
      open,
    });
  });
}

/** Stores the order after a second person approved it. */
export async function extendOfferApproved(
  tx: Tx,
  { platform, tenant, approval, command, service }: Approved,
) {
  const offer = await offerBy(tx, sql`o.id = ${approval.subject_id}::bigint`);
  if (!offer) fail('NOT_FOUND');
  const { deadline, until } = command as ExtensionCommand;
  const problem = problemOf(until, dayInZone(platform.clock.now(), tenant.timeZone));
  if (problem) fail('STATE_CONFLICT', { message: problem });
  await insert(tx, platform, { offer, deadline, until, reason: approval.reason, by: actedBy(service) });
  return undefined;
}
