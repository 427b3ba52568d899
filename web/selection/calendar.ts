import type { Subscription } from '../subscription/queries.ts';
import { calendarTexts as t, testTexts } from '../texts/selection.ts';

/** A test as calendars represent it (S-14). */
export type CalendarEntry = {
  start: Date;
  end: Date;
  title: string;
  location: string;
  /** Separate lines. */
  description: string;
};

// Slots have no end; the entry says to ask the institution.
const HOURS = 2;

type Booked = Pick<
  Subscription,
  'id' | 'hour' | 'campusScheduling' | 'campusPolo' | 'campusAddress' | 'courseName'
>;

/** The booked test as a calendar entry; undefined when none is booked. */
export function entryOf(booked: Booked): CalendarEntry | undefined {
  if (!booked.hour) return undefined;
  const start = new Date(booked.hour.dataHora);
  return {
    start,
    end: new Date(start.getTime() + HOURS * 3_600_000),
    title: t.title(booked.courseName),
    location: [booked.campusScheduling, booked.campusPolo, booked.campusAddress].filter(Boolean).join(', '),
    description: [t.bring(testTexts.bringWhat), t.end, t.number(booked.id)].join('\n'),
  };
}

/** `2026-01-20T17:00:00Z`. */
const utc = (moment: Date): string => moment.toISOString().replace('.000Z', 'Z');

/** `20260120T170000Z`. */
const compact = (moment: Date): string => utc(moment).replaceAll('-', '').replaceAll(':', '');

// Outlook would display a plus sign instead of a space.
const queryOf = (values: Record<string, string>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');

/** Opens the entry in Google's calendar, ready to be saved, in the institution's zone. */
export const googleLink = (entry: CalendarEntry, zone: string): string =>
  `https://calendar.google.com/calendar/render?${queryOf({
    action: 'TEMPLATE',
    text: entry.title,
    dates: `${compact(entry.start)}/${compact(entry.end)}`,
    ctz: zone,
    location: entry.location,
    details: entry.description,
  })}`;

/** Opens the entry in the calendar of Outlook.com, ready to be saved. */
export const outlookLink = (entry: CalendarEntry): string =>
  `https://outlook.live.com/calendar/0/deeplink/compose?${queryOf({
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: entry.title,
    startdt: utc(entry.start),
    enddt: utc(entry.end),
    location: entry.location,
    body: entry.description,
  })}`;
