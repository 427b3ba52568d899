import type { AcquirerProvider } from '@orbita/domain/tenancy';
import type { Platform } from './platform.ts';

/** Host name of the card fields on a developer's machine; browsers lead every name below `localhost` there. */
const DEVELOPMENT_HOST = 'cartao.localhost';
/** Address of the page of the card fields; the acquirer follows. */
export const CARD_PATH = '/card-fields';

/** Origin that serves the card fields and nothing else (spec 14.8); undefined where no card can be typed. */
export function cardOriginOf({ config, address }: Pick<Platform, 'config' | 'address'>): string | undefined {
  if (config.cardOrigin) return config.cardOrigin;
  if (!config.development) return undefined;
  const port = address.url === undefined ? config.port : new URL(address.url).port;
  return `http://${DEVELOPMENT_HOST}:${port}`;
}

/**
 * Address for the frame of an application's page: `host` is the host of that page with its port, the only one that may
 * hold the frame. Undefined where no card can be typed.
 */
export function cardFieldsUrl(
  platform: Pick<Platform, 'config' | 'address'>,
  provider: AcquirerProvider,
  host: string,
): string | undefined {
  const origin = cardOriginOf(platform);
  return origin && `${origin}${CARD_PATH}/${provider}?${new URLSearchParams({ host })}`;
}
