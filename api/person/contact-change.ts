import {
  cellPhone,
  email as emailRule,
  firstName,
  normaliseEmail,
  normalisePhone,
  required,
  shownName,
} from '@orbita/domain/foundation';
import sql from 'sql-template-tag';
import { holdSession } from '../caller/end-session.ts';
import { answerChallenge, createChallenge, type Verified } from '../identity/challenge.ts';
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
  const rule = kind === 'email' ? emailRule : cellPhone;
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

type ConfirmCtx = Ctx<'POST /candidate/users/contact-changes/{changeId}/verify'>;

async function activate(ctx: ConfirmCtx, verified: Verified): Promise<void> {
  const { platform, tenant, session } = ctx;
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
}

/**
 * Activates the new contact. The previous contacts are notified and can undo the change (N-33), so that an account cannot be
 * taken over unnoticed. Repeated under its `Idempotency-Key`, it changes nothing more.
 */
export async function confirmContactChange(ctx: ConfirmCtx): Promise<Reply> {
  const { session, params } = ctx;
  await requireProofIfAny(ctx);
  await answerChallenge(
    ctx,
    { challengeId: params.changeId, code: ctx.body().code },
    { purpose: 'contact-change', personId: session.personId },
    { first: (verified) => activate(ctx, verified), again: async () => undefined },
  );
  return reply(204);
}
