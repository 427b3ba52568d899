import { formatDate, formatTime, isoInZone } from '@orbita/domain/foundation';
import type { Booking } from '../state.ts';

/** The slot of an application (spec 7.3): `hour` of its shape. */
export const presentHour = (booking: Booking | null, zone: string) =>
  booking && { id: booking.slot, dataHora: isoInZone(booking.at, zone) };

/** What messages say of a test: `{data}`, `{hora}`, `{local}`. */
export const testData = (test: { at: Date | string; place: string; poleName: string }, zone: string) => ({
  data: formatDate(test.at, zone),
  hora: formatTime(test.at, zone),
  local: `${test.place}, ${test.poleName}`,
});
