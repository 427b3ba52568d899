import type { Limit } from '../platform/http/limits.ts';
import { type Route, reply, route } from '../platform/http/route.ts';
import type { Platform } from '../platform/platform.ts';
import { listOwnMessages } from './history.ts';
import { receiveSmsReport } from './sms/reports.ts';
import { issueTicket, TICKET_SECONDS } from './ticket.ts';
import { confirmWhatsAppAddress, receiveWhatsApp } from './whatsapp/notices.ts';

/** A page requests two tickets at a time and pauses between reconnects. */
const TICKETS: Limit = { name: 'tickets', max: 60, windowMs: 60_000 };

export const routes = (platform: Platform): Route[] => [
  route('POST /candidate/events/tickets', async (ctx) => {
    const { subscriptionIds } = ctx.body();
    platform.limits.take(TICKETS, { tenant: ctx.tenant.id, person: ctx.session.personId });
    const ticket = await issueTicket(platform, ctx.tenant.id, ctx.session, subscriptionIds ?? null);
    return reply(200, { ticket, expiresIn: TICKET_SECONDS });
  }),
  route('GET /candidate/users/{uuid}/messages', listOwnMessages),
  route('POST /operations/webhooks/sms/{tenant}/{secret}', receiveSmsReport),
  route('GET /operations/webhooks/whatsapp/{tenant}', confirmWhatsAppAddress),
  route('POST /operations/webhooks/whatsapp/{tenant}', receiveWhatsApp),
];
