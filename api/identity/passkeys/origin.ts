import { z } from 'zod';
import type { Ctx } from '../../platform/http/context.ts';

const clientData = z.object({ origin: z.url() });

/**
 * The page an authenticator says it spoke to, if it is one of the host asked: its own name, the port the browser
 * called, https wherever it is not a development machine.
 */
export function originOf(
  { house, host, request }: Pick<Ctx, 'house' | 'host' | 'request'>,
  clientDataJSON: string,
): string | undefined {
  try {
    const { origin } = clientData.parse(JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()));
    const page = new URL(origin);
    const safe = page.protocol === 'https:' || (page.protocol === 'http:' && house.config.development);
    return safe && page.host === request.host && page.hostname === host.name ? page.origin : undefined;
  } catch {
    return undefined;
  }
}
