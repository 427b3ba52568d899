import { randomBytes } from 'node:crypto';
import { isoInZone } from '@orbita/domain/foundation';
import { payerLinkEnd } from '@orbita/domain/payment';
import { pageAddress } from '../../messaging/address.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { fail } from '../../platform/http/errors.ts';
import { ok, type Route, reply, route } from '../../platform/http/route.ts';
import { secretHash } from '../../platform/secret-hash.ts';
import { ownPayment, paymentById } from '../store.ts';
import { payerSlip, showPayerCharge } from './payer-charge.ts';
import { countPayerLinks, endPayerLinks, insertPayerLink, institutionOf } from './store.ts';

const KEY_BYTES = 16;

/**
 * POST payer-links (spec 14.9): creates a link to a charge that can be paid now. Earlier links stay valid, because somebody may
 * be about to use them. Only a hash of the key is stored, so the address is shown once.
 */
async function make(ctx: Ctx<'POST /candidate/payments/{paymentId}/payer-links'>) {
  const { platform, tenant, host } = ctx;
  const { id } = await ownPayment(ctx, ctx.params.paymentId);
  const key = randomBytes(KEY_BYTES).toString('base64url');
  const end = await platform.db.write(tenant.id, async (tx) => {
    const row = (await paymentById(tx, id)) ?? fail('NOT_FOUND');
    const byLink = row.method === 'pix' || row.method === 'slip';
    const now = platform.clock.now();
    if (!byLink || row.state !== 'pending' || !row.expires_at || row.expires_at <= now)
      fail('STATE_CONFLICT', { extra: { state: row.state } });
    const made = await insertPayerLink(tx, {
      paymentId: id,
      keyHash: secretHash(key),
      createdAt: now,
      expiresAt: payerLinkEnd(row.expires_at),
    });
    if (!made) fail('RATE_LIMITED');
    return row.expires_at;
  });
  // In the fragment, so that browsers never send the key to a server as part of the URL.
  const link = pageAddress(platform, host.name, `/pagar#${key}`);
  const institution = await institutionOf(platform.db.tenant(tenant.id), id);
  return reply(201, { link, institution, expiresAt: isoInZone(end, tenant.timeZone) });
}

/** Links for somebody else to pay, which the candidate creates and ends, and what such a link shows (D-91). */
export const payerLinkRoutes: Route[] = [
  route('POST /candidate/payments/{paymentId}/payer-links', make),
  route('GET /candidate/payments/{paymentId}/payer-links', async (ctx) => {
    const { platform, tenant } = ctx;
    const { id } = await ownPayment(ctx, ctx.params.paymentId);
    const asked = { paymentId: id, now: platform.clock.now() };
    return reply(200, { valid: await countPayerLinks(platform.db.tenant(tenant.id), asked) });
  }),
  route('DELETE /candidate/payments/{paymentId}/payer-links', async (ctx) => {
    const { platform, tenant } = ctx;
    const { id } = await ownPayment(ctx, ctx.params.paymentId);
    const asked = { paymentId: id, now: platform.clock.now() };
    await endPayerLinks(platform.db.tenant(tenant.id), asked);
    return reply(204);
  }),
  ok('GET /candidate/payer-charge', (ctx) => showPayerCharge(ctx)),
  route('GET /candidate/payer-charge/slip', async (ctx) => reply(200, { pdf: await payerSlip(ctx) })),
];
