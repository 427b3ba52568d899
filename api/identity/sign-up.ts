import {
  check,
  dayInZone,
  type FieldError,
  firstName,
  isMinorOn,
  normaliseDocument,
  normaliseEmail,
  normaliseName,
  normalisePhone,
  plainLine,
  shownName,
} from '@orbita/domain/foundation';
import { documentTypes, signUpNationality, signUpRules } from '@orbita/domain/identity';
import { isCommonPassword } from '@orbita/domain/identity/common-passwords';
import { isCountry } from '@orbita/domain/person';
import type { ParsedBody } from '@orbita/protocol';
import type { Issued } from '../caller/session.ts';
import { PRIVACY_NOTICE_VERSION, recordConsents } from '../consent/consents.ts';
import { notify } from '../messaging/notify.ts';
import { constraintOf, sqlState, type Tx, UNIQUE_VIOLATION } from '../platform/database/types.ts';
import type { Command, Ctx, HostContext, Reply, Tenant } from '../platform/http/context.ts';
import { fail, invalid } from '../platform/http/errors.ts';
import { isFirst, wasRun } from '../platform/http/idempotency.ts';
import { reply } from '../platform/http/route.ts';
import { offersWhatsApp } from '../platform/whatsapp-accounts.ts';
import { parameterOf } from '../tenancy/parameters.ts';
import { answerChallenge, createChallenge } from './challenge.ts';
import { enterAgain } from './enter-again.ts';
import { expectHash, hashPassword } from './password-hash.ts';
import { sessionReply } from './session-reply.ts';
import { enter, enterByPassword, logEntry } from './sign-in.ts';
import { askerOf } from './sign-in-events.ts';
import {
  askCaptcha,
  checkFailures,
  checkLoginEnabled,
  takeSend,
  takeSignUp,
  takeUnproven,
} from './sign-in-limits.ts';
import { linkAccount, readLinkToken } from './social/links.ts';
import { insertAccount, isDocumentTaken, type NewAccount } from './store.ts';
import { isNeutral, mayTell } from './told.ts';

type SignUpCtx = Ctx<'POST /platform/auth/signup/tenants/{tenant}'>;
type Body = ParsedBody<'POST /platform/auth/signup/tenants/{tenant}'>;
/** What is stored between the form and the code that confirms it: never the password itself. */
type Pending = {
  account: NewAccount;
  marketing: boolean;
  /** Absent if the person wasn't asked. */
  whatsapp?: boolean | undefined;
  remember: boolean;
  linkToken: string | null;
};

function fieldErrors(body: Body, tenant: Tenant, today: string): FieldError[] {
  const kind = documentTypes(tenant.flags.usePassport).includes(body.documentType)
    ? []
    : [{ field: 'documentType', message: 'Valor inválido.' }];
  const errors = check(body, signUpRules({ today, values: body, isCommonPassword }));
  const country =
    body.documentType !== 'cpf' && body.nationality && !errors.some(({ field }) => field === 'nationality')
      ? isCountry(body.nationality)
        ? []
        : [{ field: 'nationality', message: 'Selecione um país.' }]
      : [];
  return [...kind, ...errors, ...country];
}

async function pendingOf(
  { platform, tenant }: Pick<HostContext, 'platform' | 'tenant'>,
  body: Body,
  today: string,
): Promise<Pending> {
  const asked = offersWhatsApp(platform.config.whatsapp, tenant.alias);
  return {
    account: {
      documentType: body.documentType,
      document: normaliseDocument(body.documentType, body.document),
      name: normaliseName(body.name),
      socialName: normaliseName(body.socialName) || null,
      birthDate: plainLine(body.birthDate),
      nationality: signUpNationality(body) ?? 'BR',
      email: normaliseEmail(body.email),
      emailConfirmed: false,
      cellPhone: normalisePhone(body.cellPhone),
      passwordHash: await hashPassword(tenant.id, body.password),
    },
    // People under 18 aren't asked and get no marketing, whatever was sent (spec 5.1).
    marketing: body.marketingConsent === true && !isMinorOn(plainLine(body.birthDate), today),
    whatsapp: asked ? body.whatsappConsent === true : undefined,
    remember: body.remember ?? true,
    linkToken: body.linkToken || null,
  };
}

/** Of two simultaneous sign-ups with one document, the second gets the error it would get if it came later. */
const asTaken = (error: unknown): never => {
  const taken = ['user_account_tenant_id_document_type_document_key', 'person_tenant_id_cpf_key'];
  if (sqlState(error) === UNIQUE_VIOLATION && taken.includes(constraintOf(error) ?? ''))
    fail('ACCOUNT_EXISTS');
  throw error;
};

/** Creates account, person, consents, welcome message and session in one transaction. */
async function createAccount(
  ctx: Pick<HostContext, 'platform' | 'tenant' | 'host' | 'request' | 'requestId' | 'ip'>,
  { account, marketing, whatsapp, remember, linkToken }: Pending,
  also: { before(tx: Tx): Promise<void>; after?(tx: Tx, issued: Issued): void },
): Promise<Reply> {
  const { platform, tenant } = ctx;
  const now = platform.clock.now();
  const { row, issued } = await platform.db
    .write(tenant.id, async (tx) => {
      await also.before(tx);
      const row = await insertAccount(tx, account, now);
      await recordConsents(tx, { personId: row.person_id, accountId: row.id, channel: 'sign-up' }, now, {
        privacyNotice: PRIVACY_NOTICE_VERSION,
        marketing,
        whatsapp,
      });
      notify(tx, platform, {
        template: 'N-01',
        personId: row.person_id,
        institutionId: ctx.host.institutionId,
        dedupe: `account:${row.id}`,
      });
      if (linkToken) await linkAccount(ctx, tx, linkToken, row, { isNew: true });
      const issued = await enter(ctx, tx, row, { method: 'password', remember });
      also.after?.(tx, issued);
      return { row, issued };
    })
    .catch(asTaken);
  logEntry(ctx, 'signed-up', row.id);
  const who = { uuid: row.uuid, name: row.name, socialName: row.social_name };
  return sessionReply(platform, ctx.request, tenant, 201, who, issued);
}

/**
 * The sign-up as a command, if it has an `Idempotency-Key`. Its answer, which opens a session, is never stored, and neither is a
 * hash of the password that would be quick to guess; each try has a captcha of its own.
 */
function commandOf({ tenant, header, requestId }: SignUpCtx, body: Body): Command | undefined {
  const key = header('idempotency-key')?.slice(0, 200);
  if (!key) return undefined;
  const { password: _, confirmPassword: _again, captchaToken: _captcha, ...said } = body;
  const address = `POST /platform/auth/signup/tenants/${tenant.alias}`;
  return { tenantId: tenant.id, personId: 0, address, key, body: said, requestId };
}

/** Another request with the same key has just created the account. */
class Repeated extends Error {}

/**
 * A sign-up whose first answer was lost: its account exists and is entered by its password, as a sign-in would, so that nobody
 * learns or opens more than by signing in.
 */
async function enterByPasswordAgain(ctx: SignUpCtx, body: Body): Promise<Reply> {
  await checkFailures(ctx);
  return enterByPassword(ctx, 201, body);
}

/**
 * Creates an account and signs it in. A code sent by e-mail must confirm it first (spec 5.4) if the captcha required by the
 * host is missing, after many accounts from one network, and when answers about documents must be neutral. In that last case,
 * people who already have an account learn so from the response to the code, after proving they own the mailbox. Repeated under
 * its `Idempotency-Key`, a sign-up that created an account signs in to it again.
 */
export async function signUp(ctx: SignUpCtx): Promise<Reply> {
  const { platform, tenant, host } = ctx;
  expectHash(tenant.id);
  await checkLoginEnabled(ctx);
  const place = { hostId: host.id, institutionId: host.institutionId };
  if (!(await parameterOf(platform, tenant.id, 'SelfRegistrationEnabled', place))) fail('SIGNUP_DISABLED');
  const body = ctx.body();
  const today = dayInZone(platform.clock.now(), tenant.timeZone);
  invalid(fieldErrors(body, tenant, today));
  const command = commandOf(ctx, body);
  if (command && (await wasRun(platform, platform.db.tenant(tenant.id), command)))
    return enterByPasswordAgain(ctx, body);
  if (body.linkToken) await readLinkToken(ctx, body.linkToken);
  const captcha = await askCaptcha(ctx, body.captchaToken, 'signup');
  if (captcha === 'refused') fail('CAPTCHA_FAILED');
  const document = normaliseDocument(body.documentType, body.document);
  const subject = `${body.documentType}:${document}`;
  const proven = captcha === 'passed' || captcha === 'not-asked';
  const taken = await isDocumentTaken(platform.db.tenant(tenant.id), body.documentType, document);
  if (taken && (await mayTell(ctx, subject, { surprise: true }))) fail('ACCOUNT_EXISTS');
  // When answers must be neutral, a new document needs the same code as a known one.
  const hidden = taken || (await isNeutral(ctx));
  const atOnce = !hidden && proven && (await takeSignUp(ctx, subject));
  if (!atOnce) await takeSend(ctx);
  const giveBack = proven ? undefined : await takeUnproven(ctx, subject);
  const pending = await pendingOf(ctx, body, today);
  if (atOnce)
    return createAccount(ctx, pending, {
      before: async (tx) => {
        if (command && !(await isFirst(platform, tx, command))) throw new Repeated();
      },
    }).catch((error) => {
      if (error instanceof Repeated) return enterByPasswordAgain(ctx, body);
      throw error;
    });
  const { challengeId, masked } = await createChallenge(ctx, {
    purpose: 'sign-up',
    channel: 'email',
    recipient: pending.account.email,
    template: 'N-02',
    greeted: firstName(shownName(pending.account)),
    asker: askerOf(ctx),
    payload: pending,
  }).catch(async (error: unknown) => {
    await giveBack?.();
    throw error;
  });
  return reply(202, { challengeId, masked });
}

/**
 * Creates the account of a pending sign-up once the code sent to its e-mail address has been entered. Repeated under its
 * `Idempotency-Key`, it enters the account that it created.
 */
export const confirmSignUp = (
  ctx: Pick<HostContext, 'platform' | 'tenant' | 'host' | 'request' | 'requestId' | 'ip'> &
    Partial<Pick<HostContext, 'header'>>,
  challengeId: string,
  code: string,
): Promise<Reply> =>
  answerChallenge(
    ctx,
    { challengeId, code },
    { purpose: 'sign-up' },
    {
      first: (verified) => {
        const pending = verified.payload as unknown as Pending; // written by `signUp`
        return createAccount(
          ctx,
          { ...pending, account: { ...pending.account, emailConfirmed: true } },
          { before: verified.use, after: (tx, { sessionId }) => verified.leave(tx, { session: sessionId }) },
        );
      },
      again: (verified) => enterAgain(ctx, verified),
    },
  );
