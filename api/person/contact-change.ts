import {
  cellPhoneOf,
  email as emailRule,
  firstName,
  normaliseEmail,
  normalisePhone,
  required,
  shownName,
} from '@orbita/domain/foundation';
import sql from 'sql-template-tag';
import { holdSession } from '../caller/end-session.ts';
import { createChallenge, verifyChallenge } from '../identity/challenge.ts';
import { requireProofIfAny } from '../identity/proof/ways.ts';
import { accessState } from '../identity/undo/state.ts';
import { tellChange } from '../identity/undo/tell.ts';
import type { Ctx, Reply } from '../platform/http/context.ts';
import { fail, invalid } from '../platform/http/errors.ts';
import { reply } from '../platform/http/route.ts';
import { findPerson } from './store.ts';

type Kind = 'email' | 'cellPhone';
type Asked = { kind: Kind; value: string };

const CHANNEL = { email: 'email', cellPhone: 'sms' } as const;
const CHANGED = { email: 'email', cellPhone: 'cell-phone' } as const;

/** Sends a code to a new, or still unconfirmed, e-mail or cell phone (spec 6.1). */
export async function askContactChange(
  ctx: Ctx<'POST /candidate/users/{personId}/contact-changes'>,
): Promise<Reply> {
  const { platform, tenant, session, params } = ctx;
  await requireProofIfAny(ctx);
  if (params.personId !== session.personId) fail('NOT_FOUND');
  const person = await findPerson(platform.db.tenant(tenant.id), session.personId, session.accountId);
  if (!person) fail('NOT_FOUND');
  const { kind, value } = ctx.body();
  const rule = kind === 'email' ? emailRule : cellPhoneOf(person.nationality);
  const message = required(value) ?? rule(value);
  invalid(message ? [{ field: 'value', message }] : []);
  const asked: Asked = { kind, value: kind === 'email' ? normaliseEmail(value) : normalisePhone(value) };
  const { challengeId } = await createChallenge(ctx, {
    purpose: 'contact-change',
    channel: CHANNEL[kind],
    recipient: asked.value,
    template: 'N-02',
    greeted: firstName(shownName({ name: person.name, socialName: person.social_name })),
    personId: person.id,
    asker: `person:${person.id}`,
    payload: asked,
  });
  return reply(202, { changeId: challengeId });
}

/**
 * Activates the new contact. The previous contacts are notified and can undo the change (N-33), so that an account cannot be
 * taken over unnoticed.
 */
export async function confirmContactChange(
  ctx: Ctx<'POST /candidate/users/contact-changes/{changeId}/verify'>,
): Promise<Reply> {
  const { platform, tenant, session, params } = ctx;
  await requireProofIfAny(ctx);
  const { code } = ctx.body();
  const verified = await verifyChallenge(ctx, params.changeId, code, {
    purpose: 'contact-change',
    personId: session.personId,
  });
  const { kind, value } = verified.payload as Asked;
  const now = platform.clock.now();
  await platform.db.write(tenant.id, async (tx) => {
    await verified.use(tx);
    await holdSession(tx, session);
    const before = await accessState(tx, session.personId);
    const column =
      kind === 'email'
        ? sql`email = ${value}, email_proved_at = ${now}, email_confirmed_at`
        : sql`cell_phone = ${value}, cell_phone_proved_at = ${now}, cell_phone_confirmed_at`;
    await tx.one(sql`
      update person set ${column} = ${now}, updated_at = ${now}
      where tenant_id = ${tenant.id} and id = ${session.personId} returning id`);
    if (before[kind] === value) return;
    await tellChange(ctx, tx, session.personId, { kind: CHANGED[kind], before });
  });
  return reply(204);
}
