import ical, { ICalCalendarMethod } from 'ical-generator';
import type { CalendarEntry } from './calendar.ts';

/** What makes an entry replace the one that was imported before. */
export type EntryIdentity = {
  /** The same for every date of a test. */
  uid: string;
  /** Grows with every change. */
  sequence: number;
  writtenAt: Date;
  /** Address of the application. */
  url: string;
};

/** The entry as a calendar file (RFC 5545) in UTC (S-14). */
export function calendarFile(entry: CalendarEntry, { uid, sequence, writtenAt, url }: EntryIdentity): string {
  const calendar = ical({
    prodId: { company: 'Orbita', product: 'Candidato', language: 'PT-BR' },
    method: ICalCalendarMethod.PUBLISH,
  });
  calendar.createEvent({
    id: uid,
    sequence,
    stamp: writtenAt,
    start: entry.start,
    end: entry.end,
    summary: entry.title,
    location: entry.location,
    description: entry.description,
    url,
  });
  return calendar.toString();
}
