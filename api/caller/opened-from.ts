import { createHmac } from 'node:crypto';
import { deviceLabel } from '@orbita/domain/identity';
import type { FastifyRequest } from 'fastify';
import type { Tenant } from '../platform/http/context.ts';
import { networksOf } from '../platform/http/network.ts';
import type { Platform } from '../platform/platform.ts';

/** Device and network from which a session was opened, as shown to the person; null where unknown. */
export type OpenedFrom = { device: string; network: string | null; networkHash: string | null };

/**
 * A network without the part that identifies a single connection: `203.0.*.*`, or the first two groups of an IPv6 address. No
 * location is looked up; the person compares it with their other sessions.
 */
function shortened(near: string): string {
  const groups = near.split(/[.:]/).slice(0, 2);
  return near.includes(':') ? `${groups.map((one) => one || '0').join(':')}:*` : `${groups.join('.')}.*.*`;
}

/** Device and network of a request; the whole network is stored as a keyed hash, so that equal ones can be recognised. */
export function openedFrom(
  platform: Platform,
  tenant: Pick<Tenant, 'id'>,
  { ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>,
): OpenedFrom {
  const { near } = networksOf(ip);
  const known = near !== 'unreadable';
  return {
    device: deviceLabel(headers['user-agent']),
    network: known ? shortened(near) : null,
    networkHash: known
      ? createHmac('sha256', platform.config.secret)
          .update(`session-network:${tenant.id}:${near}`)
          .digest('base64url')
      : null,
  };
}
