import { randomUUID } from 'node:crypto';
import {
  cellPhoneOf,
  email as emailRule,
  isBlank,
  normaliseEmail,
  normalisePhone,
} from '@orbita/domain/foundation';
import type { ParsedBody } from '@orbita/protocol';
import sql from 'sql-template-tag';
import { notify } from '../../messaging/notify.ts';
import type { Tx } from '../../platform/database/types.ts';
import type { ServiceContext } from '../../platform/http/context.ts';
import { fail, invalid } from '../../platform/http/errors.ts';
import { type Route, reply, route } from '../../platform/http/route.ts';
import { withKey } from '../../platform/http/with-key.ts';
import type { Platform } from '../../platform/platform.ts';
import { operatorOf } from '../operator.ts';
import { showPerson } from './person-page.ts';

type Body = ParsedBody<'PUT /operations/persons/{personId}/contacts'>;
type Kept = { nationality: string; email: string | null; cell_phone: string | null };
type Field = 'email' | 'cellPhone';

const CHANGED = { email: 'e-mail', cellPhone: 'celular' } as const;

/** The contacts as they are stored; 422 for wrong ones, none at all, or no reason. */
function wanted({ email, cellPhone, reason }: Body, nationality: string): Partial<Record<Field, string>> {
  const given = {
    ...(isBlank(email) ? {} : { email: normaliseEmail(email) }),
    ...(isBlank(cellPhone) ? {} : { cellPhone: normalisePhone(cellPhone) }),
  };
  const wrong = (field: Field, message: string | undefined) => (message ? [{ field, message }] : []);
  invalid([
    ...(Object.keys(given).length === 0
      ? [{ field: 'email', message: 'Informe o e-mail ou o celular.' }]
      : []),
    ...('email' in given ? wrong('email', emailRule(given.email)) : []),
    ...('cellPhone' in given ? wrong('cellPhone', cellPhoneOf(nationality)(given.cellPhone)) : []),
    ...(isBlank(reason) ? [{ field: 'reason', message: 'Obrigatório.' }] : []),
  ]);
  return given;
}

/** The new contact is nobody's until a code that is sent there comes back (spec 5.1). */
const store = (tx: Tx, personId: number, field: Field, value: string, now: Date) => {
  const column =
    field === 'email'
      ? sql`email = ${value}::text, email_confirmed_at = null`
      : sql`cell_phone = ${value}::text, cell_phone_confirmed_at = null`;
  return tx.one(sql`
    update person set ${column}, updated_at = ${now}::timestamptz
    where tenant_id = ${tx.tenantId} and id = ${personId} returning id`);
};

/** Corrects contacts and tells the old e-mail of each change (N-04), so that nobody is replaced unnoticed. */
async function correct(
  tx: Tx,
  { platform, service }: Pick<ServiceContext, 'platform' | 'service'>,
  { personId, institutionId }: { personId: number; institutionId: number | null },
  body: Body,
): Promise<void> {
  const before = await tx.one<Kept>(sql`
    select nationality, email, cell_phone from person
    where tenant_id = ${tx.tenantId} and id = ${personId} and anonymised_at is null for update`);
  if (!before) fail('NOT_FOUND');
  const given = wanted(body, before.nationality);
  const now = platform.clock.now();
  const old = { email: before.email, cellPhone: before.cell_phone };
  const changed = (Object.keys(given) as Field[]).filter((field) => given[field] !== old[field]);
  if (changed.length === 0) return;
  for (const field of changed) {
    await store(tx, personId, field, given[field] ?? '', now);
    if (before.email)
      await notify(tx, platform, {
        template: 'N-04',
        personId,
        institutionId,
        dedupe: `correction:${randomUUID()}`,
        data: { alteracao: CHANGED[field] },
        recipients: [{ channel: 'email', to: before.email }],
      });
  }
  await tx.one(sql`
    insert into person_correction (tenant_id, person_id, fields, identity_check, reason, staff_id, made_by, at)
    values (${tx.tenantId}, ${personId}::bigint, ${JSON.stringify(changed)}::jsonb, ${body.identityCheck}::text,
      ${body.reason.trim()}::text, ${service.staff?.id ?? null}::bigint, ${operatorOf(service)}::text,
      ${now}::timestamptz) returning id`);
}

/** Contacts that the institution corrects after it knows whom it speaks with (spec 25.6.3). */
export const contactRoutes = (platform: Platform): Route[] => [
  route('PUT /operations/persons/{personId}/contacts', (ctx) =>
    withKey(ctx, async (write) => {
      const { personId } = ctx.params;
      const known = await showPerson(ctx, platform, personId);
      const body = ctx.body();
      const institutionId = known.applications[0]?.institutionId ?? null;
      return write(async (tx) => {
        await correct(tx, ctx, { personId, institutionId }, body);
        return reply(200, await showPerson(ctx, platform, personId, tx));
      });
    }),
  ),
];
