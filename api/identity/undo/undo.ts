import { normaliseDocument } from '@orbita/domain/foundation';
import { PROOF, PROOF_TEXTS } from '@orbita/domain/identity';
import sql from 'sql-template-tag';
import { notify } from '../../messaging/notify.ts';
import type { Ctx, Reply } from '../../platform/http/context.ts';
import { fail, invalid } from '../../platform/http/errors.ts';
import { reply } from '../../platform/http/route.ts';
import { secretHash } from '../../platform/secret-hash.ts';
import { revokeKeysSince } from '../access-keys/revoke.ts';
import { isGuessing, noteWrongKey } from '../access-keys/wrong-keys.ts';
import { endSessions } from '../passwords/end-sessions.ts';
import { type AccessState, restoreAccess } from './state.ts';

type UndoCtx = Ctx<'POST /platform/auth/undo'>;
type Change = { id: number; person_id: number; before: AccessState; at: Date };

/** The change that a link reverts. Counts the try, so that nobody finds the document by trial and error. */
async function changeOf({ platform, tenant, ip }: UndoCtx, token: string): Promise<Change> {
  if (isGuessing(platform, tenant.id, ip)) fail('RATE_LIMITED');
  const row = await platform.db.tenant(tenant.id).one<Change>(sql`
    update undo_link l set tries = l.tries + 1 from access_change c
    where l.tenant_id = ${tenant.id} and l.token_hash = ${secretHash(token)} and l.tries < ${PROOF.undoTries}::int
      and c.tenant_id = l.tenant_id and c.id = l.change_id and c.undone_at is null
      and c.expires_at > ${platform.clock.now()}::timestamptz
    returning c.id, c.person_id, c.before, c.at`);
  if (row) return row;
  await noteWrongKey(platform, tenant.id, ip);
  return fail('LINK_EXPIRED');
}

const isHers = ({ before }: Change, typed: string): boolean =>
  before.accounts.some(({ type, document }) => normaliseDocument(type, typed) === document) ||
  (before.cpf !== null && normaliseDocument('cpf', typed) === before.cpf);

/**
 * Reverts a change, along with every later one of contacts and sign-in methods: later links end with their changes, earlier
 * ones stay. So whoever changed a contact can't use the new one against the previous ones. The account opens again only with a
 * new password set by a reset, whose code goes to the previous contacts.
 * @throws `LINK_EXPIRED` for a link that is unknown, expired, used or tried too often, without distinction.
 */
export async function undoChange(ctx: UndoCtx): Promise<Reply> {
  const { platform, tenant, host } = ctx;
  const { token, document } = ctx.body();
  const change = await changeOf(ctx, token);
  if (!isHers(change, document)) invalid([{ field: 'document', message: PROOF_TEXTS.wrongDocument }]);
  const now = platform.clock.now();
  const { person_id: personId } = change;
  const announce = await platform.db.write(tenant.id, async (tx) => {
    const person = await tx.one(sql`
      select id from person where tenant_id = ${tx.tenantId} and id = ${personId}::bigint
        and anonymised_at is null for update`);
    const undone = await tx.many<{ id: number }>(sql`
      update access_change set undone_at = ${now}::timestamptz
      where tenant_id = ${tx.tenantId} and person_id = ${personId}::bigint and id >= ${change.id}::bigint
        and undone_at is null returning id`);
    // Another link for the same change was faster.
    if (!person || !undone.some(({ id }) => id === change.id)) fail('LINK_EXPIRED');
    await restoreAccess(tx, personId, change.before, now);
    await revokeKeysSince(tx, platform, personId, change.at);
    notify(tx, platform, {
      template: 'N-04',
      personId,
      institutionId: host.institutionId,
      dedupe: `undone:${change.id}`,
      data: { variante: 'desfeito' },
    });
    return endSessions(platform, tx, personId);
  });
  await announce();
  platform.security.event({
    kind: 'password',
    outcome: 'access-change-undone',
    tenant,
    subject: { person: personId },
    trace: ctx.requestId,
  });
  return reply(204);
}
