import { type ApplicationType, routeOf } from '@orbita/domain/subscription';
import { type House, publicUrlOf } from '../platform/house.ts';

/** Base path of the web application [seed]. */
const BASE = '/orbita/candidate';

/** Address of a page of the web application on a host of the tenant. */
export function pageAddress(house: House, host: string, path: string): string {
  const address = new URL(publicUrlOf(house));
  address.hostname = host;
  return `${address.origin}${BASE}${path}`;
}

/** Address of a subscription; with `key` it opens without a sign-in (spec 5.2). */
export const subscriptionAddress = (
  house: House,
  host: string,
  subscription: { id: number; type: ApplicationType },
  key?: string,
): string =>
  pageAddress(house, host, `${routeOf(subscription.type, subscription.id)}${key ? `?accesskey=${key}` : ''}`);
