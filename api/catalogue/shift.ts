import { addDays, daysBetween } from '@orbita/domain/foundation';
import type { Catalogue } from './model.ts';

const DAY_MS = 86_400_000;

/** Days between the day a demo catalogue was written for and another day. */
export const shiftOf = (anchor: string, today: string): number => daysBetween(anchor, today);

/** Moves every date of a catalogue by whole days. */
export function shiftDates(catalogue: Catalogue, days: number): void {
  const moved = (day: string) => addDays(day, days);
  for (const intake of catalogue.intakes) {
    intake.start = moved(intake.start);
    intake.end = moved(intake.end);
    intake.classStart = intake.classStart && moved(intake.classStart);
  }
  for (const entry of catalogue.classes) entry.start = moved(entry.start);
  for (const slot of catalogue.schedules)
    slot.at = new Date(Date.parse(slot.at) + days * DAY_MS).toISOString();
  for (const voucher of catalogue.vouchers) {
    voucher.from = moved(voucher.from);
    voucher.to = moved(voucher.to);
  }
}
