import { isMinorOn } from '@orbita/domain/foundation';
import {
  type Campaign,
  type TrackingEvent,
  type TrackingFacts,
  trackingPayload,
} from '@orbita/domain/tenancy';
import { newKey } from '../app/api.ts';
import { queryClient } from '../app/query.ts';
import { session } from '../app/session.ts';
import { settings } from '../app/settings.ts';
import { today } from '../app/today.ts';
import { personDataQuery } from '../person/queries.ts';
import { visitCampaign } from './campaign.ts';
import { cookieChoice } from './cookie-choice.ts';
import { pushToLayer } from './tags.ts';

let adult: boolean | undefined;

/** Whether the person signed in is known to be 18 or older; whose birthday is unknown is taken for younger. */
export async function isAdult(): Promise<boolean> {
  if (adult !== undefined) return adult;
  if (!session.token()) return false;
  try {
    const { birthDate } = await queryClient.ensureQueryData(personDataQuery());
    adult = Boolean(birthDate) && !isMinorOn(birthDate ?? '', today());
    return adult;
  } catch {
    return false;
  }
}

/** The campaign an application may tell of: never one of who is or may be under 18 (LGPD art. 14; spec 3.1). */
export async function toldCampaign(): Promise<Campaign | undefined> {
  const campaign = visitCampaign();
  return campaign && (await isAdult()) ? campaign : undefined;
}

/** The answer already had, without asking. */
export const knownAdult = (): boolean => adult === true;

type Known = { transactionId: string; sent: TrackingEvent[] };
const STORE = 'trackingIds';

function known(): Record<string, Known> {
  try {
    return (JSON.parse(localStorage.getItem(STORE) ?? '{}') ?? {}) as Record<string, Known>;
  } catch {
    return {};
  }
}

type Facts = Pick<TrackingFacts, 'courseName' | 'applicationType' | 'statusCode'> &
  Partial<Pick<TrackingFacts, 'value' | 'coupon'>>;

/** What an event may know of an application. */
export const trackedFacts = (subscription: {
  courseName: string;
  applicationType: string;
  subscriptionStatus: number;
}): Facts => ({
  courseName: subscription.courseName,
  applicationType: subscription.applicationType,
  statusCode: subscription.subscriptionStatus,
});

const asked = () => settings.flags.useMaisAMediaTracking && cookieChoice()?.marketing === true;

/**
 * Tells an event once for what it belongs to: `about` is the application's number, or `course:{id}` before there is one.
 * Nothing happens without the tenant's flag, the visitor's consent and full age (spec 3.1).
 */
export async function track(
  event: TrackingEvent,
  about: number | `course:${number}`,
  given: Facts | (() => Promise<Facts>),
): Promise<void> {
  if (!asked() || !(await isAdult()) || known()[about]?.sent.includes(event)) return;
  const facts = typeof given === 'function' ? await given() : given;
  const all = known();
  const entry = all[about] ?? { transactionId: newKey(), sent: [] };
  if (entry.sent.includes(event)) return;
  all[about] = { ...entry, sent: [...entry.sent, event] };
  localStorage.setItem(STORE, JSON.stringify(all));
  const { transactionId } = entry;
  pushToLayer(
    trackingPayload(settings.flags.useTrackingV2 ? 2 : 1, event, {
      transactionId,
      value: null,
      coupon: null,
      ...facts,
    }),
  );
}

/** The application begun with a course became this one: it keeps its random number, and the course may be begun again. */
export function trackedBecame(courseId: number, subscriptionId: number): void {
  const { [`course:${courseId}`]: begun, ...others } = known();
  if (begun) localStorage.setItem(STORE, JSON.stringify({ ...others, [subscriptionId]: begun }));
}

/** True when this browser has told of this application before: what happened while nobody looked is told now. */
export const isTracked = (subscriptionId: number): boolean => known()[subscriptionId] !== undefined;
