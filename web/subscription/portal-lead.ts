import { daysBetween } from '@orbita/domain/foundation';
import { tenantDate, tenantDay, tenantHour } from '../base/zone.ts';
import { portalTexts as t } from '../texts/portal.ts';
import { momentText } from './deadline.ts';
import { isUrgent, type Task } from './task.ts';

/** One sentence on what requires action: today's first, then all. */
export function portalLead(tasks: readonly Task[], now: number): string {
  if (tasks.length === 0) return t.none;
  const today = tasks.filter((task) => isUrgent(task, now)).length;
  if (today > 1) return t.manyToday(today);
  if (today === 1) return tasks.length === 1 ? t.oneToday : t.oneOfManyToday;
  const waiting = tasks.filter(({ kind }) => kind === 'act').length;
  if (waiting > 1) return t.manyWait(waiting);
  if (waiting === 1) return tasks.length === 1 ? t.oneWaits : t.oneOfManyWaits;
  return t.allFine;
}

/** "hoje, 23h59", "amanhã, 23h59" or "19/01/2026". */
export function whenText(at: Date, now: number): string {
  const days = daysBetween(tenantDay(new Date(now)), tenantDay(at));
  const hour = tenantHour(at);
  if (days === 0) return `${t.today}, ${hour}`;
  if (days === 1) return `${t.tomorrow}, ${hour}`;
  return tenantDate(at);
}

/** What a deadline ends. */
export const deadlineWords: Record<NonNullable<Task['deadline']>['of'], (when: string) => string> = {
  payment: t.payUntil,
  documents: t.sendUntil,
  class: t.classUntil,
  applying: t.applyUntil,
  enrolling: t.enrolUntil,
  test: t.testAt,
};

/** The absolute time of a deadline, with what it ends. */
export const deadlineText = ({ at, of }: NonNullable<Task['deadline']>, now: number): string =>
  deadlineWords[of](of === 'test' ? momentText(at.toISOString(), now) : whenText(at, now));
