import { addDays, daysBetween } from '@orbita/domain/foundation';
import type { Catalogue } from './model.ts';

const DAY_MS = 86_400_000;
const WEEK = 7;

/**
 * Days from the day a demo catalogue was written for to another day, in whole weeks: a class on Saturdays still starts on a
 * Saturday, and a test stays on a working day.
 */
export const shiftOf = (anchor: string, today: string): number =>
  Math.floor(daysBetween(anchor, today) / WEEK) * WEEK;

/** A day's half-year the way institutions name it: "2026-1". */
const periodOf = (day: string): string => `${day.slice(0, 4)}-${day.slice(5, 7) < '07' ? 1 : 2}`;

/** An offer named after the half-year in which its classes begin is renamed after the new one. */
function renameOffers({ intakes, offers }: Catalogue, moved: (day: string) => string): void {
  for (const offer of offers) {
    const intake = intakes.find(
      ({ institution, code }) => institution === offer.institution && code === offer.intake,
    );
    const begins = intake?.classStart ?? intake?.end;
    if (begins) offer.name = offer.name?.replaceAll(periodOf(begins), periodOf(moved(begins)));
  }
}

/** Moves days and instants by whole days. */
export type Moves = { day(given: string): string; instant(given: string): string };
export const movesBy = (days: number): Moves => ({
  day: (given) => addDays(given, days),
  instant: (given) => new Date(Date.parse(given) + days * DAY_MS).toISOString(),
});

/** Moves every date of a catalogue by whole days, and renames its offers accordingly. */
export function shiftDates(catalogue: Catalogue, days: number): void {
  const { day: moved, instant } = movesBy(days);
  renameOffers(catalogue, moved);
  for (const intake of catalogue.intakes) {
    intake.start = moved(intake.start);
    intake.end = moved(intake.end);
    intake.classStart = intake.classStart && moved(intake.classStart);
  }
  for (const entry of catalogue.classes) entry.start = moved(entry.start);
  for (const slot of catalogue.schedules) slot.at = instant(slot.at);
  for (const voucher of catalogue.vouchers) {
    voucher.from = moved(voucher.from);
    voucher.to = moved(voucher.to);
  }
}
