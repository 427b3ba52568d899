import type { ParsedBody } from '@orbita/protocol';
import sql from 'sql-template-tag';
import { refuseInCase } from '../../identity/document-in-case.ts';
import { importPerson } from '../../person/import-person.ts';
import type { Runner } from '../../platform/database/types.ts';
import type { Service, ServiceContext, Tenant } from '../../platform/http/context.ts';
import { AppError, fail, invalid } from '../../platform/http/errors.ts';
import { type Route, reply, route } from '../../platform/http/route.ts';
import { type Write, withKey } from '../../platform/http/with-key.ts';
import { maySee } from '../../platform/lists/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { createSubscription } from '../create.ts';
import { hasNotEnded } from '../row.ts';
import { showSubscription } from './list/subscriptions.ts';

type ApplyBody = ParsedBody<'POST /operations/subscriptions'>;
type Chosen = {
  offer_id: number;
  institution_code: string;
  course_id: number | null;
  pole_id: number | null;
  retired: boolean;
};

/**
 * Resolves the catalogue codes to ids; an offer outside the token's institutions is reported as not found, unknown course and
 * pole codes with 422.
 */
export async function chosenOf(
  platform: Platform,
  tenant: Tenant,
  service: Service,
  body: Pick<ApplyBody, 'offerCode' | 'courseCode' | 'poleCode'>,
) {
  const chosen = await platform.db.tenant(tenant.id).one<Chosen>(sql`
    select o.id as offer_id, i.code as institution_code, o.retired_at is not null as retired,
      (select c.id from course c where c.tenant_id = o.tenant_id and c.institution_id = o.institution_id
        and c.code = ${body.courseCode}) as course_id,
      (select p.id from pole p where p.tenant_id = o.tenant_id and p.institution_id = o.institution_id
        and p.code = ${body.poleCode}) as pole_id
    from offer o join institution i on i.tenant_id = o.tenant_id and i.id = o.institution_id
    where o.tenant_id = ${tenant.id} and o.code = ${body.offerCode}`);
  if (!chosen || !maySee(service, chosen.institution_code)) fail('NOT_FOUND');
  const unknown = (field: string) => ({ field, message: 'Unknown code' });
  invalid([
    ...(chosen.course_id === null ? [unknown('courseCode')] : []),
    ...(chosen.pole_id === null ? [unknown('poleCode')] : []),
  ]);
  const { offer_id: offerId, retired } = chosen;
  return { offerId, courseId: chosen.course_id ?? 0, poleId: chosen.pole_id ?? 0, retired };
}

type Choice = Awaited<ReturnType<typeof chosenOf>>;

/** The person's active application for this offer and course, if there is one. */
const firstOf = (on: Runner, personId: number, { offerId, courseId }: Choice) =>
  on.one<{ id: number }>(sql`
    select id from subscription where tenant_id = ${on.tenantId} and person_id = ${personId}
      and offer_id = ${offerId} and course_id = ${courseId} and ${hasNotEnded}`);

/** Applies for a person; a repeat returns the first application with 200 (spec 17.2), even if nobody can apply any more. */
async function applyFor(
  write: Write,
  { platform, tenant, service }: Pick<ServiceContext, 'platform' | 'tenant' | 'service'>,
  body: ApplyBody,
) {
  const on = platform.db.tenant(tenant.id);
  const chosen = await chosenOf(platform, tenant, service, body);
  const sameAgain = async () => {
    const first = await firstOf(on, body.personId, chosen);
    return first && reply(200, await showSubscription(on, platform, tenant, service, first.id));
  };
  const again = await sameAgain();
  if (again) return again;
  if (chosen.retired) fail('NOT_FOUND');
  return write(async (tx) => {
    await refuseInCase(tx, body.personId);
    const { id } = await createSubscription(tx, platform, {
      offerId: chosen.offerId,
      courseId: chosen.courseId,
      poleId: chosen.poleId,
      personId: body.personId,
      schooling: levelOf(body.schooling),
      voucher: body.voucher ?? null,
      externalId: body.externalId ?? null,
      actor: 'operations',
    });
    return reply(201, await showSubscription(tx, platform, tenant, service, id));
  }).catch(async (error: unknown) => {
    // Of two simultaneous requests, the second finds the first one's application.
    if (!(error instanceof AppError) || error.code !== 'SUBSCRIPTION_EXISTS') throw error;
    return (await sameAgain()) ?? Promise.reject(error);
  });
}

const levelOf = (schooling: ApplyBody['schooling']) =>
  schooling ? { level: schooling.level, expectedYear: schooling.expectedYear ?? null } : null;

/** Imports of people and their applications by institutions (spec 17.2). */
export const importRoutes = (platform: Platform): Route[] => [
  route('POST /operations/candidates', (ctx) =>
    withKey(ctx, (write) => {
      const given = ctx.body();
      return write(async (tx) => {
        const { institutions, tokenName: name, tokenId } = ctx.service;
        const by = { institutions, name, tokenId };
        const { created, ...who } = await importPerson(tx, platform, ctx.tenant, by, given);
        return reply(created ? 201 : 200, who);
      });
    }),
  ),
  route('POST /operations/subscriptions', (ctx) => withKey(ctx, (write) => applyFor(write, ctx, ctx.body()))),
];
