import { randomId } from '@orbita/client/random-id.ts';
import { deviceStore } from '@orbita/client/storage.ts';
import { isMinorOn } from '@orbita/domain/foundation';
import {
  type Campaign,
  type TrackingEvent,
  type TrackingFacts,
  trackingPayload,
} from '@orbita/domain/tenancy';
import { queryClient } from '../base/query.ts';
import { session } from '../base/session.ts';
import { settings } from '../base/settings.ts';
import { today } from '../base/today.ts';
import { personDataQuery } from '../person/queries.ts';
import { visitCampaign } from './campaign.ts';
import { cookieChoice } from './cookie-choice.ts';
import { pushToLayer } from './tags.ts';

let adult: boolean | undefined;

/** True when the signed-in person is known to be 18 or older. */
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

/** The campaign to send with an application; none for people who are or may be under 18 (LGPD art. 14; spec 3.1). */
export async function reportableCampaign(): Promise<Campaign | undefined> {
  const campaign = visitCampaign();
  return campaign && (await isAdult()) ? campaign : undefined;
}

/** The cached answer, without a request. */
export const knownAdult = (): boolean => adult === true;

type Known = { transactionId: string; sent: TrackingEvent[] };
const STORE = 'trackingIds';

function known(): Record<string, Known> {
  try {
    return (JSON.parse(deviceStore.getItem(STORE) ?? '{}') ?? {}) as Record<string, Known>;
  } catch {
    return {};
  }
}

type Facts = Pick<TrackingFacts, 'courseName' | 'applicationType' | 'statusCode'> &
  Partial<Pick<TrackingFacts, 'value' | 'coupon'>>;

/** Data of an application that an event may contain. */
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
 * Sends an event once per `about`: the application's number, or `course:{id}` before there is one. Nothing is sent
 * without the tenant's flag, the visitor's consent and full age (spec 3.1).
 */
export async function track(
  event: TrackingEvent,
  about: number | `course:${number}`,
  given: Facts | (() => Promise<Facts>),
): Promise<void> {
  if (!asked() || !(await isAdult()) || known()[about]?.sent.includes(event)) return;
  const facts = typeof given === 'function' ? await given() : given;
  const all = known();
  const entry = all[about] ?? { transactionId: randomId(), sent: [] };
  if (entry.sent.includes(event)) return;
  all[about] = { ...entry, sent: [...entry.sent, event] };
  deviceStore.setItem(STORE, JSON.stringify(all));
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

/** Moves the random number of a started application (`course:{id}`) to the created one. */
export function trackedBecame(courseId: number, subscriptionId: number): void {
  const { [`course:${courseId}`]: begun, ...others } = known();
  if (begun) deviceStore.setItem(STORE, JSON.stringify({ ...others, [subscriptionId]: begun }));
}

/** True when this browser has sent events of this application before, so that missed ones are sent too. */
export const isTracked = (subscriptionId: number): boolean => known()[subscriptionId] !== undefined;
