import { serverNow } from '@orbita/client/server-clock.ts';
import { tenantDay } from './zone.ts';

/** Today by the server's clock, in the tenant's time zone. */
export const today = (): string => tenantDay(new Date(serverNow()));
