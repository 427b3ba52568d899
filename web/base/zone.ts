import {
  dayInZone,
  endOfDay,
  formatDate,
  formatDateTime,
  formatTime,
  type Instant,
} from '@orbita/domain/foundation';
import { settings } from './settings.ts';

/*
 * Days and times in the tenant's time zone (spec 2.3), whatever the zone of the device. The domain's functions take a
 * zone as a parameter; on the page only this file knows which one.
 */

/** Day of an instant: `2026-01-19`. */
export const tenantDay = (instant: Instant): string => dayInZone(instant, settings.timeZone);

/** Last instant of a day; a deadline given as a day ends then. */
export const endOfTenantDay = (day: string): Date => endOfDay(day, settings.timeZone);

/** `19/01/2026` of an instant. */
export const tenantDate = (instant: Instant): string => formatDate(instant, settings.timeZone);

/** `14:05`. */
export const tenantTime = (instant: Instant): string => formatTime(instant, settings.timeZone);

/** `14h05`, the format of deadlines and appointments. */
export const tenantHour = (instant: Instant): string => tenantTime(instant).replace(':', 'h');

/** `19/01/2026 às 14:05`. */
export const tenantDateTime = (instant: Instant): string => formatDateTime(instant, settings.timeZone);
