import { randomUUID } from 'node:crypto';
import { dayInZone } from '@orbita/domain/foundation';
import { certificateState } from '@orbita/domain/payment';
import { ACQUIRERS, type AcquirerProvider, type PaymentSettings } from '@orbita/domain/tenancy';
import type { Answer, ParsedBody } from '@orbita/protocol';
import sql from 'sql-template-tag';
import { deciderName } from '../../caller/operator.ts';
import type { Tenant } from '../../platform/http/context.ts';
import { fail } from '../../platform/http/errors.ts';
import { ok, type Route, reply, route } from '../../platform/http/route.ts';
import { maySee } from '../../platform/lists/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { trySteps } from '../../platform/provider-step.ts';
import { noticeAddress } from '../notice-addresses.ts';
import { accountsOf, certificateUntil, keepCheck, listAccounts } from './accounts.ts';

type Check = Omit<Answer<'POST /operations/provider-checks'>, 'institution'>;
type Provider = NonNullable<ParsedBody<'POST /operations/provider-checks'>['provider']>;
type Of = { tenant: Tenant; institution: string; pixKey: string | undefined };
type Try = (platform: Platform, of: Of) => Promise<Check | undefined>;

/** Result of testing an account that has no bank profile. */
const plain = (profile: string, steps: Check['steps'], hints: string[] = []): Check => ({
  ...{ profile, source: null, hints, steps },
});

const pix: Try = async (platform, { tenant, institution, pixKey }) => {
  const notices = pixKey ? { pixKey, url: await noticeAddress(platform, tenant.id, 'pix') } : undefined;
  return platform.ports.pix.check(tenant.alias, institution, notices);
};

const slip: Try = async ({ ports, clock }, { tenant, institution }) => {
  const account = ports.slip.account(tenant.alias, institution);
  if (!account) return undefined;
  const today = dayInZone(clock.now(), tenant.timeZone);
  const read = async () => {
    const { items } = await account.list({ from: today, to: today, by: 'issue' });
    return `Slips of today were read: ${items.length}`;
  };
  return plain(account.provider, await trySteps([['read', read]]));
};

const card =
  (provider: AcquirerProvider): Try =>
  async ({ ports }, { tenant, institution }) => {
    const account = ports.acquirers.account(tenant.alias, institution, provider);
    if (!account) return undefined;
    // Looking up an order that does not exist tests the keys without charging anybody.
    const read = async () => {
      await account.find(randomUUID().replaceAll('-', ''));
      return 'An order was looked up that does not exist';
    };
    const token = async () => {
      await account.cardFields('off');
      return 'The fields of a card get their key';
    };
    return plain(
      provider,
      await trySteps([
        ['read', read],
        ['token', token],
      ]),
    );
  };

const ONLY_A_FORM = 'only the form of a message is known of this gateway: send a code to a phone of your own';

const sms: Try = async ({ ports }, { tenant }) => {
  const check = await ports.sms.check(tenant.alias);
  return check && plain(check.kind, check.steps, check.steps.length === 0 ? [ONLY_A_FORM] : []);
};

const whatsapp: Try = async ({ ports }, { tenant }) => {
  const steps = await ports.whatsapp.check(tenant.alias);
  return steps && plain('whatsapp', steps);
};

const TRIES: Readonly<Record<Provider, Try>> = {
  pix,
  slip,
  ...(Object.fromEntries(ACQUIRERS.map((name) => [name, card(name)])) as Record<AcquirerProvider, Try>),
  sms,
  whatsapp,
};

/** What to note about a certificate that is not valid for long; the day is that of the tenant's time zone. */
function certificateHints(until: Date | undefined, now: Date, timeZone: string): string[] {
  const state = until ? certificateState(until, now) : 'valid';
  if (!until || state === 'valid') return [];
  return [`our certificate ${state === 'expired' ? 'expired' : 'expires'} on ${dayInZone(until, timeZone)}`];
}

/** Tests of an institution's accounts at its providers (spec 14.8). */
export const providerCheckRoutes = (platform: Platform): Route[] => [
  ok('GET /operations/provider-checks', (ctx) => listAccounts(ctx, ctx.query.institution)),
  route('POST /operations/provider-checks', async ({ tenant, service, body }) => {
    const { institution, provider } = body();
    if (!maySee(service, institution)) fail('INSTITUTION_UNKNOWN');
    const on = platform.db.tenant(tenant.id);
    const found = await on.one<{ id: number; payment: Partial<PaymentSettings> }>(sql`
      select id, payment from institution where tenant_id = ${tenant.id} and code = ${institution}`);
    if (!found) fail('INSTITUTION_UNKNOWN');
    const at = platform.clock.now();
    const pixKey = found.payment.pixKey ?? undefined;
    const check = await TRIES[provider ?? 'pix'](platform, { tenant, institution, pixKey });
    if (!check) fail('PROVIDER_UNAVAILABLE');
    const account = accountsOf(found.payment).find((one) => one.provider === (provider ?? 'pix'));
    const by = deciderName(service);
    const failed = check.steps.find(({ ok }) => !ok)?.words;
    if (account) await keepCheck(on, { institutionId: found.id, ...account, at, by }, failed);
    platform.log.info({ institution, profile: check.profile, steps: check.steps }, 'provider tried');
    const until = await certificateUntil(platform, tenant, institution, provider ?? 'pix');
    const hints = [...check.hints, ...certificateHints(until, at, tenant.timeZone)];
    return reply(200, { institution, ...check, hints });
  }),
];
