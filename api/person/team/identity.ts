import { randomUUID } from 'node:crypto';
import { entryOf } from '@orbita/domain/foundation';
import { correctedFields } from '@orbita/domain/person';
import type { ParsedBody } from '@orbita/protocol';
import sql from 'sql-template-tag';
import { operatorOf } from '../../caller/operator.ts';
import { endWaysIn } from '../../identity/end-ways-in.ts';
import { codeContact } from '../../identity/held-contact.ts';
import { maySeeInstitutionData } from '../../identity/may-see-institution.ts';
import { notify } from '../../messaging/notify.ts';
import { sqlState, type Tx, UNIQUE_VIOLATION } from '../../platform/database/types.ts';
import type { ServiceContext } from '../../platform/http/context.ts';
import { fail, invalid } from '../../platform/http/errors.ts';
import { type Route, reply, route } from '../../platform/http/route.ts';
import { withKey } from '../../platform/http/with-key.ts';
import type { Platform } from '../../platform/platform.ts';
import { correctIdentity, documentTaken } from '../correct-identity.ts';
import { showPerson } from './page.ts';

type Body = ParsedBody<'PUT /operations/persons/{personId}/identity'>;

const DOCUMENTS: Readonly<Record<string, string>> = { cpf: 'CPF', rne: 'RNE', passport: 'passaporte' };

/**
 * Notifies the person of what was corrected, and with which document they sign in from now on (N-04). It is sent to where their
 * codes go, so that a contact that a team member has just set cannot hide it.
 */
async function sendNotices(
  tx: Tx,
  platform: Platform,
  personId: number,
  institutionId: number | null,
  changed: string[],
) {
  const person = await tx.one<{ email: string | null }>(sql`
    select ${codeContact('email')} as email from person p
    where p.tenant_id = ${tx.tenantId} and p.id = ${personId}`);
  if (!person?.email) return;
  const document = changed.map((field) => entryOf(DOCUMENTS, field)).find(Boolean);
  notify(tx, platform, {
    template: 'N-04',
    personId,
    institutionId,
    dedupe: `identity:${randomUUID()}`,
    data: {
      variante: 'identidade',
      alteracao: correctedFields(changed),
      ...(document ? { documento: document } : {}),
    },
    recipients: [{ channel: 'email', to: person.email }],
  });
}

const record = (
  tx: Tx,
  { platform, service }: Pick<ServiceContext, 'platform' | 'service'>,
  personId: number,
  changed: string[],
  { proof, reason }: Body,
) =>
  tx.one(sql`
    insert into person_correction (tenant_id, person_id, fields, identity_check, reason, staff_id, made_by, at)
    values (${tx.tenantId}, ${personId}::bigint, ${JSON.stringify(changed)}::jsonb, ${proof}::text,
      ${reason.trim()}::text, ${service.staff?.id ?? null}::bigint, ${operatorOf(service)}::text,
      ${platform.clock.now()}::timestamptz) returning id`);

const asTaken = (error: unknown): never => {
  if (sqlState(error) === UNIQUE_VIOLATION) documentTaken();
  throw error;
};

/**
 * Correction of a person's identity by the institution (spec 25.6.3): 403 if the person also applied at an institution that the
 * caller does not work for, 409 if the account proved no contact and may be a stranger's. A new document ends every way to sign
 * in, whoever used it: the person signs in again with a code to a proved contact.
 */
export const identityRoutes = (platform: Platform): Route[] => [
  route('PUT /operations/persons/{personId}/identity', (ctx) =>
    withKey(ctx, async (write) => {
      const { personId } = ctx.params;
      const known = await showPerson(ctx, platform, personId);
      if (known.othersCount > 0)
        fail('FORBIDDEN', { message: 'A pessoa também se inscreveu em outra instituição.' });
      const body = ctx.body();
      if (!body.reason.trim()) invalid([{ field: 'reason', message: 'Obrigatório.' }]);
      return write(async (tx) => {
        if (!(await maySeeInstitutionData(tx, personId))) fail('CONTACT_UNCONFIRMED');
        const changed = await correctIdentity(tx, platform, ctx.tenant, personId, body);
        if (changed.length > 0) {
          await record(tx, ctx, personId, changed, body);
          await sendNotices(tx, platform, personId, known.applications[0]?.institutionId ?? null, changed);
        }
        if (changed.some((field) => field in DOCUMENTS)) await endWaysIn(tx, platform, personId);
        return reply(200, await showPerson(ctx, platform, personId, tx));
      }).catch(asTaken);
    }),
  ),
];
