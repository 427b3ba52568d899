import { endOfTenantDay, tenantDate, tenantDay, tenantHour } from '../base/zone.ts';
import type { Subscription } from './queries.ts';

/** `hoje, 23h59` or `19/01/2026, 23h59`: an instant, relative to the day of `now` (milliseconds). */
export function momentText(at: string, now: number): string {
  const today = tenantDay(new Date(now)) === tenantDay(at);
  return `${today ? 'hoje' : tenantDate(at)}, ${tenantHour(at)}`;
}

/** The same, capitalised for the beginning of a line. */
export function momentLine(at: string, now: number): string {
  const text = momentText(at, now);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** End of an application while no payment is due; the server has already considered late decisions (spec 7.1). */
export const endOfIntake = ({ intake }: Pick<Subscription, 'intake'>): Date => endOfTenantDay(intake.endDate);

/** `Até hoje, 23h59`; the absolute time comes first, the time left is beside it. */
export const deadlineText = (at: string, now: number): string => `Até ${momentText(at, now)}`;
