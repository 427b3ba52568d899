import { generateIcsCalendar } from 'ts-ics';
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
export const calendarFile = (
  entry: CalendarEntry,
  { uid, sequence, writtenAt, url }: EntryIdentity,
): string =>
  generateIcsCalendar({
    version: '2.0',
    prodId: '-//Orbita//Candidato//PT-BR',
    method: 'PUBLISH',
    events: [
      {
        uid,
        sequence,
        stamp: { date: writtenAt },
        start: { date: entry.start },
        end: { date: entry.end },
        summary: entry.title,
        location: entry.location,
        description: entry.description,
        url,
      },
    ],
  });
