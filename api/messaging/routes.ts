import type { House } from '../platform/house.ts';
import { type Route, reply, route } from '../platform/http/route.ts';
import { issueTicket, TICKET_SECONDS } from './ticket.ts';

const ONE_MINUTE = 60_000;
/** A page asks for two tickets at a time and comes back with pauses. */
const TICKETS_PER_MINUTE = 60;

export const routes = (house: House): Route[] => [
  route('POST /candidate/events/tickets', async (ctx) => {
    const { subscriptionIds } = ctx.body();
    house.limits.take(`tickets:${ctx.tenant.id}:${ctx.session.personId}`, TICKETS_PER_MINUTE, ONE_MINUTE);
    const ticket = await issueTicket(house, ctx.tenant.id, ctx.session, subscriptionIds ?? null);
    return reply(200, { ticket, expiresIn: TICKET_SECONDS });
  }),
];
