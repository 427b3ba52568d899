/** What media tracking may tell, and where it may live (spec 3.1). Pages and server share these rules. */

/** Events of media tracking, in the order of a journey. */
export const TRACKING_EVENTS = [
  'inscricao_iniciada',
  'inscricao_criada',
  'contrato_aceito',
  'pagamento_confirmado',
  'matricula_concluida',
] as const;
export type TrackingEvent = (typeof TRACKING_EVENTS)[number];

/** All that an event may know: of the person nothing. */
export type TrackingFacts = {
  /** Random, one for each application; never an id of ours. */
  transactionId: string;
  courseName: string;
  applicationType: string;
  statusCode: number | null;
  /** BRL, where an amount is part of the event. */
  value: number | null;
  coupon: string | null;
};

export type TrackingPayload = { event: TrackingEvent; transactionId: string } & Record<string, unknown>;

/** What is pushed to the data layer: flat in version 1, structured in version 2 (`useTrackingV2`). */
export function trackingPayload(version: 1 | 2, event: TrackingEvent, facts: TrackingFacts): TrackingPayload {
  const { transactionId, courseName, applicationType, statusCode, value, coupon } = facts;
  if (version === 1) return { event, transactionId, courseName };
  return {
    event,
    transactionId,
    ecommerce: { items: [{ item_name: courseName, quantity: 1 }], value, currency: 'BRL', coupon },
    subscription: { type: applicationType, statusCode },
  };
}

/** Query parameter that names a part of an application, and the part that is S-32. */
const PART = 'etapa';
export const ENROLLED_PART = 'matricula-concluida';

const OPEN_PLACES: readonly string[] = ['/', '/portal', '/course'];
const APPLICATION = /^\/subscriptions(\/(pos|essays|ext|tax))?\/\d{1,15}$/;

/**
 * True for the addresses where a foreign script may live: `/`, `/portal`, `/course` and S-32 (spec 3.1). `path` is below
 * the base path; `search` with its question mark. An address that holds an access key is never one.
 */
export function isTrackedPlace(path: string, search: string): boolean {
  const place = path.replace(/\/+$/, '') || '/';
  const query = new URLSearchParams(search);
  if ([...query.keys()].some((name) => /^(accesskey|ticket|code)$/i.test(name))) return false;
  return OPEN_PLACES.includes(place) || (APPLICATION.test(place) && query.get(PART) === ENROLLED_PART);
}
