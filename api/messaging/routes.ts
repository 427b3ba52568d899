import type { House } from '../platform/house.ts';
import type { Limit } from '../platform/http/limits.ts';
import { type Route, reply, route } from '../platform/http/route.ts';
import { issueTicket, TICKET_SECONDS } from './ticket.ts';

/** A page asks for two tickets at a time and comes back with pauses. */
const TICKETS: Limit = { name: 'tickets', max: 60, windowMs: 60_000 };

export const routes = (house: House): Route[] => [
  route('POST /candidate/events/tickets', async (ctx) => {
    const { subscriptionIds } = ctx.body();
    house.limits.take(TICKETS, { tenant: ctx.tenant.id, person: ctx.session.personId });
    const ticket = await issueTicket(house, ctx.tenant.id, ctx.session, subscriptionIds ?? null);
    return reply(200, { ticket, expiresIn: TICKET_SECONDS });
  }),
];
