import { z } from 'zod';
import type { HostContext } from '../../platform/http/context.ts';

const clientData = z.object({ origin: z.url() });

/**
 * The page origin reported by an authenticator, if it is valid for the requested host: the host's own name, the port the
 * browser called, and https except on a development machine. Otherwise undefined.
 */
export function originOf(
  { platform, host, request }: Pick<HostContext, 'platform' | 'host' | 'request'>,
  clientDataJSON: string,
): string | undefined {
  try {
    const { origin } = clientData.parse(JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()));
    const page = new URL(origin);
    const safe = page.protocol === 'https:' || (page.protocol === 'http:' && platform.config.development);
    return safe && page.host === request.host && page.hostname === host.name ? page.origin : undefined;
  } catch {
    return undefined;
  }
}
