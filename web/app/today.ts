import { serverNow } from './server-clock.ts';
import { tenantDay } from './zone.ts';

/** The day it is by the server's clock, in the zone of the tenant. */
export const today = (): string => tenantDay(new Date(serverNow()));
