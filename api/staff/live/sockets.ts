import { TEAM_EVENTS } from '@orbita/protocol/staff';
import type { FastifyInstance } from 'fastify';
import { LIVE_CHANNEL } from '../../platform/events.ts';
import { type Connections, serveSockets } from '../../platform/live/hub.ts';
import type { Places } from '../../platform/live/limits.ts';
import type { Platform } from '../../platform/platform.ts';
import { TEAM_CHANNEL } from '../../platform/team-events.ts';
import { CATALOGUE_CHANNEL, MOVED } from '../../tenancy/hosts.ts';
import { createTeamListeners } from './listeners.ts';
import { type TeamListener, takeTeamTicket } from './ticket.ts';

/**
 * Sockets for the team's events (spec 25.19): each event is judged by what its recipient holds when it is sent. Returns a
 * function that stops them.
 */
export function teamSockets(
  app: FastifyInstance,
  platform: Platform,
  places: Places,
): Promise<() => Promise<void>> {
  const connections: Connections<TeamListener> = new Map();
  const listeners = createTeamListeners(platform, connections);
  const name = 'events of the team';
  const look = () =>
    void listeners.look().catch((error: unknown) => platform.log.error({ err: error }, name));
  return serveSockets(app, platform, places, {
    name,
    sockets: [
      {
        path: TEAM_EVENTS,
        surface: 'console',
        take: (tenant, ticket) => takeTeamTicket(platform, tenant, ticket),
      },
    ],
    connections,
    place: (tenantId, { staffId }) => places.ofStaff(tenantId, staffId),
    begin: async () => undefined,
    // Checked after the page is registered as a listener: whatever ends from now on is sent to it.
    admitted: listeners.admit,
    replay: listeners.replay,
    channels: [
      [TEAM_CHANNEL, listeners.received, listeners.missed],
      [LIVE_CHANNEL, listeners.moved, listeners.missed],
      [CATALOGUE_CHANNEL, (payload) => payload === MOVED && look()],
    ],
    look,
  });
}
