import { toAmount } from '@orbita/domain/foundation';
import {
  discountsOthersOnly,
  holdsCardNumber,
  type PriceRow,
  priceRows,
  VOUCHER_TEXTS,
  voucherCounts,
} from '@orbita/domain/payment';
import type { CandidateContext } from '../platform/http/context.ts';
import { fail, invalid } from '../platform/http/errors.ts';
import type { Limit } from '../platform/http/limits.ts';
import { type Route, reply, route } from '../platform/http/route.ts';
import type { Platform } from '../platform/platform.ts';
import { ownSubscription } from '../subscription/own.ts';
import { ownState } from '../subscription/read.ts';
import { type Bill, readBill } from './bill.ts';
import { cardAccessFor } from './card-access.ts';
import { acquirerNow } from './card-order.ts';
import { cancelCharge, chargeNow, renewCharge } from './charge.ts';
import { denialOfRow, presentWithDenial } from './denial.ts';
import { receiveNotice } from './notices.ts';
import { optionsOf, purposeOf } from './options.ts';
import { payerLinkRoutes } from './payer-link/routes.ts';
import { presentDiscount, presentPayment, presentSimulation } from './present.ts';
import { printedSlip } from './printed-slip.ts';
import { lookUp } from './provider.ts';
import { countingVoucher, priceOf, simulationsOf } from './quote.ts';
import { recurrenceRoutes } from './recurrence/routes.ts';
import { slipPdfInThread } from './slip-pdf/in-thread.ts';
import { ownPayment, type PaymentRow, paymentsOf } from './store.ts';
import { keepVoucherOf, previewVoucher } from './voucher.ts';

/** Limits lookups of one charge, however often its page requests it. */
const LOOK_UPS: Limit = { name: 'look-ups', max: 1, windowMs: 5_000 };
/** Far above a person's pace; each request is a call to a bank. */
const CHARGES: Limit = { name: 'charges', max: 20, windowMs: 60_000 };
/** Each request obtains a key for one card from the acquirer; a person submits a form less often. */
const CARD_FIELDS: Limit = { name: 'card-access', max: 20, windowMs: 60_000 };
const VOUCHER_REFUSED = { Message: VOUCHER_TEXTS.notFound, Data: [] };

const CARD_NUMBER_SENT = 'Não envie o número do cartão. Digite-o nos campos do cartão.';

type Caller = Pick<CandidateContext, 'platform' | 'tenant' | 'session' | 'header'>;

/** The caller's own subscription, with everything its payments depend on. */
async function ownBill(ctx: Caller, id: number): Promise<Bill> {
  const state = await ownState(ctx, id);
  return readBill(ctx.platform, ctx.platform.db.tenant(ctx.tenant.id), state);
}

/**
 * Replies 202 while the provider's answer is unknown, 201 once the charge was created; fails with 402 when a card was denied.
 */
const made = async (platform: Platform, tenantId: number, row: PaymentRow) => {
  const denial = await denialOfRow(platform, platform.db.tenant(tenantId), row);
  if (denial) fail('CARD_DENIED', { extra: { ...denial, paymentId: row.id } });
  return reply(row.state === 'created' || row.state === 'processing' ? 202 : 201, await presentPayment(row));
};

/** Rejects a body that contains a card number before any of it is stored or hashed (D-66). */
const withoutCard = (body: unknown): void =>
  invalid(holdsCardNumber(body) ? [{ field: 'card', message: CARD_NUMBER_SENT }] : []);

const voucherOf = (code: string, [first]: readonly PriceRow[], rows: readonly PriceRow[]) => ({
  voucher: code,
  voucherValue: toAmount(first?.voucher ?? 0),
  discountValue: toAmount(first?.discount ?? 0),
  conditionalDiscountValue: toAmount(first?.conditional ?? 0),
  otherInstallmentsVoucherDiscounts: discountsOthersOnly(rows),
  haveVoucher: true as const,
});

const choiceRoutes = (platform: Platform): Route[] => [
  route('GET /candidate/subscriptions/{id}/payment-options', async (ctx) => {
    const bill = await ownBill(ctx, ctx.params.id);
    return reply(
      200,
      await optionsOf(platform, bill, ctx.query.purpose ?? purposeOf(bill), ctx.request.host),
    );
  }),
  route('POST /candidate/subscriptions/{id}/simulateinstallments', async (ctx) => {
    const bill = await ownBill(ctx, ctx.params.id);
    const { priceId, method, voucher, recurrency } = ctx.body();
    const on = platform.db.tenant(ctx.tenant.id);
    // Acquirers may differ in the most instalments.
    const several = bill.settings.acquirersConfig.length > 1;
    const simulations = await simulationsOf(on, bill, {
      price: priceOf(bill.prices, priceId),
      method,
      voucher: voucher?.trim() || null,
      recurrence: recurrency ?? false,
      acquirer: several ? await acquirerNow(platform, on, bill) : undefined,
    });
    if (!simulations) return reply(404, VOUCHER_REFUSED);
    return reply(200, { Message: 'OK', Data: simulations.map(presentSimulation) });
  }),
  route('GET /candidate/subscriptions/{id}/discount/{voucher}/{priceId}', async (ctx) => {
    const bill = await ownBill(ctx, ctx.params.id);
    const price = bill.prices.find(({ id }) => id === ctx.params.priceId);
    if (!price) fail('NOT_FOUND');
    const voucher = await previewVoucher(
      platform.db.tenant(ctx.tenant.id),
      bill,
      ctx.params.voucher,
      price.kind,
    );
    const rows = voucher ? priceRows(price, { voucher, recurrence: ctx.query.recurrency === 'true' }) : [];
    if (!voucher || !voucherCounts(rows)) return reply(404, VOUCHER_REFUSED);
    return reply(200, {
      Message: 'OK',
      Data: rows.map(presentDiscount),
      Voucher: voucherOf(voucher.code, rows, rows),
    });
  }),
  route('PUT /candidate/subscriptions/{id}/payment-voucher', async (ctx) => {
    const bill = await ownBill(ctx, ctx.params.id);
    const { purpose, voucher: code } = ctx.body();
    const on = platform.db.tenant(ctx.tenant.id);
    const voucher = code === null ? null : await countingVoucher(on, bill, purpose, code);
    if (voucher === undefined) fail('VOUCHER_INVALID');
    const of = { tenantId: ctx.tenant.id, subscriptionId: ctx.params.id, purpose };
    await platform.db.write(ctx.tenant.id, (tx) => keepVoucherOf(tx, of, voucher?.id ?? null));
    return reply(204);
  }),
];

/**
 * Looks up an unanswered charge in the background while its candidate waits; the result arrives through the socket or the next
 * request.
 */
function lookMeanwhile(platform: Platform, tenantId: number, row: PaymentRow): void {
  const who = { tenant: tenantId, payment: row.id };
  if (row.state !== 'processing' || platform.limits.isFull(LOOK_UPS, who)) return;
  platform.limits.note(LOOK_UPS, who);
  lookUp(platform, tenantId, row.id).catch((error) =>
    platform.log.warn({ payment: row.id, err: error }, 'look-up'),
  );
}

const takeTurn = ({ platform, tenant, session }: Caller): void =>
  platform.limits.take(CHARGES, { tenant: tenant.id, person: session.personId });

/** Stored with the charge, so that a repeated request finds it and resumes from there. */
const keyOf = (ctx: CandidateContext): string | null => ctx.header('idempotency-key')?.slice(0, 200) ?? null;

const chargeRoutes = (platform: Platform): Route[] => [
  route('POST /candidate/subscriptions/{id}/payments', async (ctx) => {
    await ownSubscription(ctx, ctx.params.id);
    withoutCard(ctx.request.body);
    const { purpose, priceId, method, installments, voucher, mode, recurrence, card, replace } = ctx.body();
    return ctx.onceAcross(async () => {
      takeTurn(ctx);
      return made(
        platform,
        ctx.tenant.id,
        await chargeNow(platform, ctx.tenant.id, {
          subscriptionId: ctx.params.id,
          replace: replace ?? false,
          key: keyOf(ctx),
          wanted: {
            purpose,
            priceId,
            method,
            installments,
            voucher: voucher?.trim() || null,
            mode: mode ?? 'full',
            recurrence: recurrence ?? false,
            card: card
              ? { ...card, brand: card.brand ?? null, authentication: card.authentication ?? null }
              : null,
          },
        }),
      );
    });
  }),
  route('POST /candidate/subscriptions/{id}/card-access', async (ctx) => {
    const bill = await ownBill(ctx, ctx.params.id);
    const { purpose, provider } = ctx.body();
    platform.limits.take(CARD_FIELDS, { tenant: ctx.tenant.id, person: ctx.session.personId });
    return reply(200, await cardAccessFor(platform, bill, purpose ?? purposeOf(bill), provider));
  }),
  route('GET /candidate/subscriptions/{id}/payments', async (ctx) => {
    await ownSubscription(ctx, ctx.params.id);
    const rows = await paymentsOf(platform.db.tenant(ctx.tenant.id), ctx.params.id);
    return reply(200, await Promise.all(rows.map((row) => presentWithDenial(platform, ctx.tenant.id, row))));
  }),
  route('GET /candidate/payments/{paymentId}', async (ctx) => {
    const row = await ownPayment(ctx, ctx.params.paymentId);
    lookMeanwhile(platform, ctx.tenant.id, row);
    return reply(200, await presentWithDenial(platform, ctx.tenant.id, row));
  }),
  route('GET /candidate/payments/{paymentId}/slip', async (ctx) => {
    const row = await ownPayment(ctx, ctx.params.paymentId);
    const printed = await printedSlip(platform, ctx.tenant.id, row.id);
    if (!printed) fail('NOT_FOUND');
    return reply(200, { pdf: (await slipPdfInThread(ctx.tenant.id, printed.document)).toString('base64') });
  }),
  route('POST /candidate/payments/{paymentId}/renew', async (ctx) => {
    const row = await ownPayment(ctx, ctx.params.paymentId);
    return ctx.onceAcross(async () => {
      takeTurn(ctx);
      return made(platform, ctx.tenant.id, await renewCharge(platform, ctx.tenant.id, row, keyOf(ctx)));
    });
  }),
  route('DELETE /candidate/payments/{paymentId}', async (ctx) => {
    const row = await ownPayment(ctx, ctx.params.paymentId);
    return ctx.onceAcross(async (key) => {
      takeTurn(ctx);
      await cancelCharge(platform, ctx.tenant.id, row, key !== undefined);
      return reply(204);
    });
  }),
];

/** Providers append their own suffix to the address; the kind of report is determined only by the body. */
const NOTICE_CALLS = [
  'POST /operations/webhooks/payments/{provider}/{tenant}/{secret}',
  'POST /operations/webhooks/payments/{provider}/{tenant}/{secret}/pix',
  'POST /operations/webhooks/payments/{provider}/{tenant}/{secret}/rec',
  'POST /operations/webhooks/payments/{provider}/{tenant}/{secret}/cobr',
] as const;

const noticeRoutes = (platform: Platform): Route[] =>
  NOTICE_CALLS.map((key) =>
    route(key, async (ctx) => {
      const { provider, tenant, secret } = ctx.params;
      await receiveNotice(platform, {
        provider,
        tenantAlias: tenant,
        secret,
        body: ctx.body(),
        ip: ctx.ip,
        header: (name) => ctx.header(name),
      });
      return reply(200);
    }),
  );

export const routes = (platform: Platform): Route[] => [
  ...choiceRoutes(platform),
  ...chargeRoutes(platform),
  ...noticeRoutes(platform),
  ...payerLinkRoutes,
  ...recurrenceRoutes(platform),
];
