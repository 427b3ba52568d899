import { formatDate, formatTime, isoInZone } from '@orbita/domain/foundation';
import type { Booking } from './state/booking.ts';

/** The booked slot of an application (spec 7.3), for the field `hour`. */
export const presentHour = (booking: Booking | null, zone: string) =>
  booking && { id: booking.slot, dataHora: isoInZone(booking.at, zone) };

/** Placeholder values of a test in messages: `{data}`, `{hora}`, `{local}`. */
export const testData = (test: { at: Date | string; place: string; poleName: string }, zone: string) => ({
  data: formatDate(test.at, zone),
  hora: formatTime(test.at, zone),
  local: `${test.place}, ${test.poleName}`,
});
