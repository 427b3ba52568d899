import { dayInZone } from '@orbita/domain/foundation';
import { serverNow } from '../app/server-clock.ts';

/** The day it is by the server's clock, in the zone of the institution. */
export const today = (): string => dayInZone(new Date(serverNow()));
