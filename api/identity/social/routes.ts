import { type FieldError, isBlank } from '@orbita/domain/foundation';
import type { ParsedBody } from '@orbita/protocol';
import type { Tx } from '../../platform/database/types.ts';
import type { Ctx, Reply } from '../../platform/http/context.ts';
import { AppError, fail, invalid } from '../../platform/http/errors.ts';
import { type Route, reply, route } from '../../platform/http/route.ts';
import type { SocialSubject } from '../../platform/ports.ts';
import { accountFor, type CodePayload, confirmContact, verifySignInCode } from '../codes/enter.ts';
import { sessionReply } from '../session-reply.ts';
import { accountOf, enter, logEntry } from '../sign-in.ts';
import { checkFailures, checkKind, checkLoginEnabled, countFailure } from '../sign-in-limits.ts';
import type { Account } from '../store.ts';
import { asked, clientOf, clientsOf, presentCredentials } from './clients.ts';
import { flowCookie, linkCookie, takeFlow } from './flow.ts';
import { listLinked, unlink } from './linked.ts';
import { giveLinkToken, linkAccount, linkedAccount, readLinkToken } from './links.ts';

type SignInKey = 'POST /platform/auth/signin/tenants/{tenant}/social/{provider}';
type LinkKey = `${SignInKey}/link`;
type SignInCtx = Ctx<SignInKey>;

const whoOf = (account: Account) => ({
  uuid: account.uuid,
  name: account.name,
  socialName: account.social_name,
});

async function authorize(ctx: Ctx<`${SignInKey}/authorization`>): Promise<Reply> {
  const { provider } = ctx.params;
  await checkLoginEnabled(ctx);
  const client = await clientOf(ctx, provider);
  // Facebook opens its own popup, so there is no redirect to start.
  if (provider === 'facebook') fail('NOT_FOUND');
  const { authorizationUrl, flow } = await asked(ctx, provider, () =>
    ctx.platform.ports.social.authorize(provider, client, client.redirectUrl),
  );
  const cookies = [flowCookie(ctx, { provider, ...flow })];
  return { ...reply(200, { authorizationUrl, state: flow.state }), cookies };
}

/** Errors for required fields that are missing. */
const missing = (body: ParsedBody<SignInKey>, names: (keyof ParsedBody<SignInKey>)[]): FieldError[] =>
  names.flatMap((field) => (isBlank(body[field] as string) ? [{ field, message: 'Obrigatório.' }] : []));

/** The person's account at the provider. */
async function subjectOf(ctx: SignInCtx): Promise<SocialSubject> {
  const { provider } = ctx.params;
  const { social } = ctx.platform.ports;
  const client = await clientOf(ctx, provider);
  const body = ctx.body();
  if (provider === 'facebook') {
    invalid(missing(body, ['socialAccessToken']));
    return asked(ctx, provider, () => social.inspect(client, body.socialAccessToken ?? ''));
  }
  invalid(missing(body, ['code', 'state']));
  const flow = await takeFlow(ctx, provider, body.state ?? '');
  // A code issued for another redirect URL wasn't meant for us.
  if (!flow || flow.redirectUri !== client.redirectUrl) fail('SOCIAL_TOKEN_INVALID');
  return asked(ctx, provider, () => social.exchange(provider, client, { ...flow, code: body.code ?? '' }));
}

/** Signs in with a social account; for an unlinked one, returns a token that lets its owner link it. */
async function signInSocial(ctx: SignInCtx): Promise<Reply> {
  const { provider } = ctx.params;
  await checkLoginEnabled(ctx);
  await checkFailures(ctx);
  const found = await subjectOf(ctx).catch(async (error) => {
    await countFailure(ctx);
    throw error;
  });
  const social = { provider, subject: found.subject };
  const remember = ctx.body().remember ?? true;
  const account = await linkedAccount(ctx, social);
  if (!account) {
    logEntry(ctx, `unlinked-${provider}`);
    const { cookie, browser } = linkCookie(ctx);
    const linkToken = await giveLinkToken(ctx, { ...social, remember }, browser);
    const refusal = new AppError('NO_LINKED_USER', { extra: { linkToken } });
    return { ...reply(refusal.status, refusal.envelope(ctx.requestId)), cookies: [cookie] };
  }
  const issued = await ctx.platform.db.write(ctx.tenant.id, (tx) =>
    enter(ctx, tx, account, { method: provider, remember }),
  );
  logEntry(ctx, `entered-by-${provider}`, account.id);
  return sessionReply(ctx.platform, ctx.request, ctx.tenant, 200, whoOf(account), issued);
}

type Proof = { account: (tx: Tx) => Promise<Account> };

/** The account owner's consent: the account's password, or a code sent to its contact (S5). */
async function proofOf(ctx: Ctx<LinkKey>): Promise<Proof> {
  const { documentType, document, password, challengeId, code } = ctx.body();
  if (challengeId && code) {
    const verified = await verifySignInCode(ctx, challengeId, code);
    const { personId } = verified;
    if (personId === null) fail('CODE_INVALID');
    return {
      account: async (tx) => {
        await verified.use(tx);
        await confirmContact(tx, personId, verified, ctx.platform.clock.now());
        return accountFor(ctx, tx, personId, verified.payload as CodePayload, verified);
      },
    };
  }
  if (isBlank(document) || !password) fail('FILL_ALL_FIELDS');
  const account = await accountOf(ctx, documentType, document, password);
  return { account: async () => account };
}

async function link(ctx: Ctx<LinkKey>): Promise<Reply> {
  await checkLoginEnabled(ctx);
  await checkFailures(ctx);
  const { linkToken, documentType } = ctx.body();
  checkKind(ctx, documentType);
  const { provider, remember } = await readLinkToken(ctx, linkToken);
  if (provider !== ctx.params.provider) fail('LINK_EXPIRED');
  const proof = await proofOf(ctx);
  const { account, issued } = await ctx.platform.db.write(ctx.tenant.id, async (tx) => {
    const account = await proof.account(tx);
    await linkAccount(ctx, tx, linkToken, account);
    return { account, issued: await enter(ctx, tx, account, { method: provider, remember }) };
  });
  logEntry(ctx, `linked-${provider}`, account.id);
  return sessionReply(ctx.platform, ctx.request, ctx.tenant, 200, whoOf(account), issued);
}

const SIGN_IN = 'POST /platform/auth/signin/tenants/{tenant}/social/{provider}';

/** Routes for social sign-in (spec 5.4). */
export const socialRoutes = (): Route[] => [
  route('GET /platform/settings/tenants/{tenant}/social/{provider}/credentials', async (ctx) =>
    reply(200, presentCredentials(await clientsOf(ctx))),
  ),
  route(`${SIGN_IN}/authorization`, authorize),
  route(SIGN_IN, signInSocial),
  route(`${SIGN_IN}/link`, link),
  route('GET /platform/auth/social-accounts', listLinked),
  route('DELETE /platform/auth/social-accounts/{id}', unlink),
];
