import { isoInZone } from '@orbita/domain/foundation';
import { type ChargeState, isOpenCharge } from '@orbita/domain/payment';
import sql from 'sql-template-tag';
import { fail, invalid } from '../platform/http/errors.ts';
import { ok, type Route, reply, route } from '../platform/http/route.ts';
import type { Platform } from '../platform/platform.ts';

const PATIENCE_MS = 10_000;

/** Calls the control address of the sandbox; throws `UNAVAILABLE` when there is none or it does not respond. */
async function steer(
  platform: Platform,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: unknown,
): Promise<Response> {
  const { sandbox } = platform.config;
  if (!sandbox) fail('UNAVAILABLE');
  try {
    return await fetch(`${sandbox.url}/control${path}`, {
      method,
      headers: {
        'x-control-key': sandbox.key,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
  } catch (error) {
    platform.log.warn({ err: error, path }, 'sandbox does not answer');
    fail('UNAVAILABLE');
  }
}

const reasonOf = async (answer: Response): Promise<string> => {
  const said = (await answer.json().catch(() => ({}))) as { error?: unknown };
  return typeof said.error === 'string' ? said.error : `The sandbox answered ${answer.status}`;
};

/**
 * Sets the product's clock and the sandbox's. The sandbox goes first, because its webhooks must not come from the past. Setting
 * it forward runs every job that became due, before responding (spec 17.7).
 */
async function setClock(platform: Platform, now: Date | null, run: boolean): Promise<void> {
  const before = platform.clock.now();
  if (platform.config.sandbox) {
    const answer = await steer(platform, 'PUT', '/clock', { now: now?.toISOString() ?? null, run });
    if (!answer.ok) fail('UNAVAILABLE', { message: await reasonOf(answer) });
  }
  platform.clock.set(now, run);
  platform.siblings.announce('clock', { now: now?.toISOString() ?? null, run });
  if (platform.clock.now() > before) await platform.jobs.settle();
}

type Charge = { txid: string | null; method: string; state: ChargeState; status: number };
type Order = { result: string; amount?: number | undefined; recurrence?: string | undefined };

/** Tells the sandbox what should happen to a charge; its notice then arrives as from the provider. */
async function playPayment(
  platform: Platform,
  tenantId: number,
  paymentId: number,
  read: () => Order,
): Promise<void> {
  const charge = await platform.db.tenant(tenantId).one<Charge>(sql`
    select p.txid, p.method, p.state, s.status from payment p
    join subscription s on s.tenant_id = p.tenant_id and s.id = p.subscription_id
    where p.tenant_id = ${tenantId} and p.id = ${paymentId}`);
  if (!charge) fail('NOT_FOUND');
  const { result, amount, recurrence } = read();
  const conflict = (message?: string) =>
    fail('STATE_CONFLICT', {
      extra: { status: charge.status, state: charge.state },
      ...(message ? { message } : {}),
    });
  // A charge cancelled at the bank may still be paid late; everything else only happens to open charges.
  if (!charge.txid || (!isOpenCharge(charge.state) && result !== 'paid')) conflict();
  const place = charge.method === 'slip' ? 'slips' : 'pix';
  const ended = charge.method === 'slip' ? ['expired', 'cancelled'] : ['expired'];
  const answer = await steer(platform, 'POST', `/${place}/${charge.txid}`, {
    result,
    ...(amount === undefined ? {} : { amount }),
    ...(recurrence === undefined ? {} : { recurrence }),
    ...(ended.includes(charge.state) ? { late: true } : {}),
  });
  if (answer.ok) return;
  const reason = await reasonOf(answer);
  if (answer.status === 404) fail('NOT_FOUND');
  if (answer.status === 409) conflict(reason);
  if (answer.status === 422) invalid([{ field: 'result', message: reason }]);
  fail('UNAVAILABLE', { message: reason });
}

type KeptMessage = {
  channel: string;
  to: string;
  subject?: string;
  text: string;
  html?: string;
  attachments: { name: string; type: string }[];
  template: string | null;
  at: string;
};

/** After a day of load the sandbox holds tens of thousands of messages. */
const NEWEST_MESSAGES = 500;

async function readOutbox(platform: Platform, zone: string, to: string | undefined) {
  const query = new URLSearchParams({ newest: String(NEWEST_MESSAGES), ...(to ? { to } : {}) });
  const answer = await steer(platform, 'GET', `/outbox?${query}`);
  if (!answer.ok) fail('UNAVAILABLE', { message: await reasonOf(answer) });
  const messages = (await answer.json()) as KeptMessage[];
  return messages.map((message) => ({
    ...message,
    subject: message.subject ?? null,
    html: message.html ?? null,
    template: message.template ?? '',
    at: isoInZone(new Date(message.at), zone),
  }));
}

/** Routes for the test controls of spec 17.7; not registered in production. */
export const routes = (platform: Platform): Route[] => {
  const clock = (zone: string) => ({ now: isoInZone(platform.clock.now(), zone) });
  return [
    route('GET /operations/simulator/clock', async ({ tenant }) => reply(200, clock(tenant.timeZone))),
    route('PUT /operations/simulator/clock', async ({ tenant, body }) => {
      const { now, run } = body();
      await setClock(platform, now === null ? null : new Date(now), run ?? false);
      return reply(200, clock(tenant.timeZone));
    }),
    route('POST /operations/simulator/payments/{paymentId}', async ({ tenant, params, body }) => {
      await playPayment(platform, tenant.id, params.paymentId, body);
      return reply(202);
    }),
    ok('GET /operations/simulator/outbox', ({ tenant, query }) =>
      readOutbox(platform, tenant.timeZone, query.to),
    ),
    route('POST /operations/simulator/jobs/{job}/run', async ({ params }) => {
      if (!platform.jobs.names().includes(params.job)) fail('NOT_FOUND');
      return reply(200, { done: await platform.jobs.run(params.job) });
    }),
    route('PUT /operations/simulator/faults', async ({ body }) => {
      const { port, mode } = body();
      const answer = await steer(platform, 'PUT', '/faults', { port, mode });
      if (answer.status === 422) invalid([{ field: 'port', message: await reasonOf(answer) }]);
      if (!answer.ok) fail('UNAVAILABLE', { message: await reasonOf(answer) });
      return reply(204);
    }),
  ];
};
