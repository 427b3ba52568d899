import { generateIcsCalendar } from 'ts-ics';
import type { CalendarEntry } from './calendar.ts';

/** What makes an entry replace a previously imported one. */
export type EntryIdentity = {
  /** The same for every date of a test. */
  uid: string;
  /** Increases with every change. */
  sequence: number;
  writtenAt: Date;
  /** Address of the application. */
  url: string;
};

/** Maximum octets of a line, without its line break (RFC 5545, 3.1). */
const LINE_OCTETS = 75;
const encoder = new TextEncoder();

/**
 * A line folded into pieces of at most `LINE_OCTETS`; every piece but the first begins with a space, and no character is split.
 */
function folded(line: string): string {
  let [out, octets] = ['', 0];
  for (const character of line) {
    const more = encoder.encode(character).length;
    if (octets + more > LINE_OCTETS) {
      out += '\r\n ';
      octets = 1;
    }
    out += character;
    octets += more;
  }
  return out;
}

/** The library folds by UTF-16 units, which splits an emoji into halves that cannot be encoded: its lines are refolded. */
const refolded = (file: string): string =>
  file.replaceAll('\r\n ', '').split('\r\n').map(folded).join('\r\n');

/** The entry as a calendar file (RFC 5545) in UTC (S-14). */
export const calendarFile = (
  entry: CalendarEntry,
  { uid, sequence, writtenAt, url }: EntryIdentity,
): string =>
  refolded(
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
    }),
  );
