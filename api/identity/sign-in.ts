import { isBlank, normaliseDocument } from '@orbita/domain/foundation';
import { DOCUMENT_LABELS, type SocialProvider } from '@orbita/domain/identity';
import { replaceSession } from '../caller/end-session.ts';
import { type Issued, openSession } from '../caller/session.ts';
import type { Tx } from '../platform/database/types.ts';
import type { CallContext, Ctx, Reply, TenantContext } from '../platform/http/context.ts';
import { type AppError, fail } from '../platform/http/errors.ts';
import { findByDocument } from './find-by-document.ts';
import { expectHash, passwordMatches } from './password-hash.ts';
import { sessionReply } from './session-reply.ts';
import {
  askCaptcha,
  checkFailures,
  checkKind,
  checkLoginEnabled,
  countFailure,
  type RequestContext,
} from './sign-in-limits.ts';
import { type Account, enterAccount, LOCK, lockAccount, takeTry } from './store.ts';
import { mayTell } from './told.ts';

type SignInCtx = Ctx<'POST /platform/auth/signin/tenants/{tenant}'>;
type SignInContext = RequestContext & Pick<CallContext, 'requestId'>;

/** Error code for a sign-in whose account lost its sign-in methods in the meantime, as if it had arrived just after. */
const TOO_LATE = {
  password: 'BAD_CREDENTIALS',
  code: 'CODE_EXPIRED',
  handoff: 'HANDOFF_EXPIRED',
  passkey: 'PASSKEY_REFUSED',
  google: 'SOCIAL_TOKEN_INVALID',
  linkedin: 'SOCIAL_TOKEN_INVALID',
  facebook: 'SOCIAL_TOKEN_INVALID',
} as const;

/**
 * Opens a session for an account in the transaction that authenticated the person; refused if all sign-in methods were ended
 * after the account was read (`endWaysIn`).
 */
export async function enter(
  ctx: Pick<TenantContext, 'platform' | 'tenant' | 'request'>,
  tx: Tx,
  account: Account,
  options: { method: 'password' | 'code' | 'handoff' | 'passkey' | SocialProvider; remember: boolean },
): Promise<Issued> {
  if (!(await enterAccount(tx, account, ctx.platform.clock.now()))) fail(TOO_LATE[options.method]);
  await replaceSession(ctx.platform, ctx.tenant, tx, ctx.request);
  return openSession(
    ctx.platform,
    tx,
    ctx.tenant,
    {
      accountId: account.id,
      personId: account.person_id,
      uuid: account.uuid,
      name: account.name,
      disableFilter: account.disable_institution_global_filter,
    },
    { ...options, request: ctx.request },
  );
}

/** What the log records about a sign-in: enough to detect an attack, nothing that identifies a person. */
export const logEntry = (
  ctx: Pick<TenantContext, 'platform' | 'tenant' | 'requestId' | 'ip'>,
  outcome: string,
  accountId?: number,
): void =>
  ctx.platform.security.event({
    kind: 'sign-in',
    outcome,
    tenant: ctx.tenant,
    subject: accountId === undefined ? { address: ctx.ip } : { account: accountId },
    trace: ctx.requestId,
  });

type Attempt = { type: 'cpf' | 'rne' | 'passport'; accountId?: number };

const refuse = async (
  ctx: SignInContext,
  code: AppError['code'],
  { type, accountId }: Attempt,
): Promise<never> => {
  await countFailure(ctx);
  logEntry(ctx, code, accountId);
  // For documents other than a CPF, the message names the document type that was entered.
  const own = code === 'BAD_CREDENTIALS' && type !== 'cpf';
  return fail(code, own ? { message: `${DOCUMENT_LABELS[type]} ou senha incorretos.` } : {});
};

/** Returns the account for a document and password, or fails in the order of spec 5.4. */
export async function accountOf(
  ctx: SignInContext,
  type: Attempt['type'],
  typed: string,
  password: string,
): Promise<Account> {
  const { platform, tenant } = ctx;
  const now = platform.clock.now();
  const db = platform.db.tenant(tenant.id);
  const document = normaliseDocument(type, typed);
  const subject = `${type}:${document}`;
  const account = await takeTry(db, type, document, now);
  const locked =
    account !== undefined &&
    ((account.locked_until !== null && account.locked_until > now) || account.failed_sign_ins > LOCK.tries);
  // A locked account costs the same work, because neutral answers must not differ in timing either.
  const right = await passwordMatches(tenant.id, locked ? null : account?.password_hash, password);
  if (!account) {
    // Imported people have no password yet, but their document counts as known.
    const imported = await findByDocument(db, type, document);
    const told = await mayTell(ctx, subject, { surprise: !imported });
    return refuse(ctx, imported || !told ? 'BAD_CREDENTIALS' : 'USER_NOT_FOUND', { type });
  }
  if (right) return account;
  const told = await mayTell(ctx, subject, { surprise: false });
  const fifth = !locked && account.failed_sign_ins >= LOCK.tries;
  if (fifth) await lockAccount(db, account.id, now);
  return refuse(ctx, (locked || fifth) && told ? 'ACCOUNT_LOCKED' : 'BAD_CREDENTIALS', {
    type,
    accountId: account.id,
  });
}

/** Signs in with document and password (spec 5.1, 5.4). */
export async function signIn(ctx: SignInCtx): Promise<Reply> {
  const body = ctx.body();
  const { documentType, document, password } = body;
  if (!documentType || !document || isBlank(document) || !password) fail('FILL_ALL_FIELDS');
  checkKind(ctx, documentType);
  // Checked before a try is counted.
  expectHash(ctx.tenant.id);
  await checkLoginEnabled(ctx);
  await checkFailures(ctx);
  if (!['passed', 'not-asked'].includes(await askCaptcha(ctx, body.captchaToken, 'signin'))) {
    logEntry(ctx, 'CAPTCHA_FAILED');
    fail('CAPTCHA_FAILED');
  }
  return enterByPassword(ctx, 200, { documentType, document, password, remember: body.remember });
}

/** Opens a session for whoever knows the password of a document's account, or fails as `accountOf` does. */
export async function enterByPassword(
  ctx: SignInContext & Pick<CallContext, 'request'>,
  status: 200 | 201,
  typed: {
    documentType: Attempt['type'];
    document: string;
    password: string;
    remember?: boolean | null | undefined;
  },
): Promise<Reply> {
  const { documentType, document, password, remember } = typed;
  const account = await accountOf(ctx, documentType, document, password);
  const issued = await ctx.platform.db.write(ctx.tenant.id, (tx) =>
    enter(ctx, tx, account, { method: 'password', remember: remember ?? true }),
  );
  logEntry(ctx, 'entered', account.id);
  const who = { uuid: account.uuid, name: account.name, socialName: account.social_name };
  return sessionReply(ctx.platform, ctx.request, ctx.tenant, status, who, issued);
}
