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
 * Days and hours as the tenant's clock shows them (spec 2.3), whatever zone the device is in. The rules of the domain ask
 * for a zone; on the page these are the only place that knows it.
 */

/** `2026-01-19`, the day of an instant. */
export const tenantDay = (instant: Instant): string => dayInZone(instant, settings.timeZone);

/** Last moment of a day: a deadline given as a day holds until then. */
export const endOfTenantDay = (day: string): Date => endOfDay(day, settings.timeZone);

/** `19/01/2026` of an instant. */
export const tenantDate = (instant: Instant): string => formatDate(instant, settings.timeZone);

/** `14:05`. */
export const tenantTime = (instant: Instant): string => formatTime(instant, settings.timeZone);

/** `14h05`, as deadlines and appointments tell it. */
export const tenantHour = (instant: Instant): string => tenantTime(instant).replace(':', 'h');

/** `19/01/2026 às 14:05`. */
export const tenantDateTime = (instant: Instant): string => formatDateTime(instant, settings.timeZone);
