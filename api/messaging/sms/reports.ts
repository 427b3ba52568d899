import { createHash, timingSafeEqual } from 'node:crypto';
import sql from 'sql-template-tag';
import type { Ctx, Reply } from '../../platform/http/context.ts';
import { fail } from '../../platform/http/errors.ts';
import type { Limit } from '../../platform/http/limits.ts';
import { reply } from '../../platform/http/route.ts';
import { type Platform, publicUrlOf } from '../../platform/platform.ts';
import { gatewayOf, type SmsGateway } from '../../platform/sms-gateways.ts';
import { tenantByAlias } from '../../tenancy/hosts.ts';
import { numberIn, referenceOf } from '../reference.ts';
import { readFormReport } from './form.ts';
import type { SmsReport } from './outcome.ts';
import { reportUrl } from './port.ts';
import { readTwilioReport } from './twilio.ts';
import { readZenviaReport } from './zenvia.ts';

type ReportCtx = Ctx<'POST /operations/webhooks/sms/{tenant}/{secret}'>;

const REFUSED: Limit = { name: 'sms-reports', max: 60, windowMs: 60_000 };

const same = (one: string, other: string): boolean => {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(one), hash(other));
};

/** Parses a report; `forged` if the gateway signs its reports and this one has no valid signature. */
function read(ctx: ReportCtx, gateway: SmsGateway): SmsReport | 'forged' | undefined {
  const body = ctx.body();
  if (gateway.kind === 'zenvia') return readZenviaReport(body);
  if (gateway.kind === 'form') return readFormReport(gateway, body);
  const { tenant, secret } = ctx.params;
  const { message: reference = '' } = ctx.query;
  const url = reportUrl(publicUrlOf(ctx.platform), tenant, secret, reference);
  const signature = ctx.header('x-twilio-signature') ?? '';
  return readTwilioReport(gateway, { url, reference, body, signature }) ?? 'forged';
}

/**
 * Receives a gateway's delivery report. Delivered is final, whatever arrives before or after it; a failure is shown with its
 * reason. Reports about messages outside the outbox, such as a code sent at once, change nothing.
 */
export async function receiveSmsReport(ctx: ReportCtx): Promise<Reply> {
  const { platform, params } = ctx;
  const tenant = await tenantByAlias(platform, params.tenant);
  const gateway = tenant && gatewayOf(platform.config.sms, tenant.alias);
  const opens = gateway?.reportKey !== undefined && same(gateway.reportKey, params.secret);
  const said = opens ? read(ctx, gateway) : 'forged';
  if (!tenant || said === 'forged') {
    platform.limits.take(REFUSED, { tenant: tenant?.id ?? null, address: ctx.ip });
    return fail('UNAUTHENTICATED');
  }
  if (said && said.outcome !== 'passing') await note(platform, tenant.id, said);
  return reply(200);
}

type Row = { id: number; dedupe_key: string; created_at: Date };

async function note(platform: Platform, tenantId: number, { reference, outcome, reason }: SmsReport) {
  const id = numberIn(reference);
  if (id === undefined) return;
  const row = await platform.db.tenant(tenantId).one<Row>(sql`
    select id, dedupe_key, created_at from notification where tenant_id = ${tenantId} and id = ${id} and channel = 'sms'`);
  if (!row || referenceOf(tenantId, row) !== reference) return;
  const now = platform.clock.now();
  // A report may arrive before the response to our own call; marking the call as sent then leaves it unchanged.
  await platform.db.tenant(tenantId).one(
    outcome === 'delivered'
      ? sql`
    update notification set delivered_at = coalesce(delivered_at, ${now}::timestamptz), state = 'sent',
      sent_at = coalesce(sent_at, ${now}::timestamptz), last_error = null, retry_at = null,
      data = data - 'codigo', envelope = envelope - 'path'
    where tenant_id = ${tenantId} and id = ${id} returning id`
      : sql`
    update notification set state = 'failed', last_error = ${`not delivered: ${reason}`}::text, retry_at = null,
      data = data - 'codigo', envelope = envelope - 'path'
    where tenant_id = ${tenantId} and id = ${id} and delivered_at is null returning id`,
  );
}
