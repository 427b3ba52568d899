import type { AcquirerProvider } from '@orbita/domain/tenancy';
import type { Platform } from './platform.ts';

/** Host name of the card fields on a developer's machine; browsers resolve every name under `localhost` to it. */
const DEVELOPMENT_HOST = 'cartao.localhost';
/** Path of the page of the card fields; the acquirer is appended. */
export const CARD_PATH = '/card-fields';

/** Origin that serves only the card fields (spec 14.8); undefined if cards cannot be used. */
export function cardOriginOf({ config, address }: Pick<Platform, 'config' | 'address'>): string | undefined {
  if (config.cardOrigin) return config.cardOrigin;
  if (!config.development) return undefined;
  const port = address.url === undefined ? config.port : new URL(address.url).port;
  return `http://${DEVELOPMENT_HOST}:${port}`;
}

/**
 * URL for the frame in an application's page. `host` is the host of that page with its port, the only one that may embed the
 * frame. Undefined if cards cannot be used.
 */
export function cardFieldsUrl(
  platform: Pick<Platform, 'config' | 'address'>,
  provider: AcquirerProvider,
  host: string,
): string | undefined {
  const origin = cardOriginOf(platform);
  return origin && `${origin}${CARD_PATH}/${provider}?${new URLSearchParams({ host })}`;
}
