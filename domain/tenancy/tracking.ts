import { withoutFinalSlashes } from '../foundation/index.ts';

/** What media tracking may send, and on which pages it may run (spec 3.1). Shared by pages and server. */

/** Events of media tracking, in the order of a candidate's journey. */
export const TRACKING_EVENTS = [
  'inscricao_iniciada',
  'inscricao_criada',
  'contrato_aceito',
  'pagamento_confirmado',
  'matricula_concluida',
] as const;
export type TrackingEvent = (typeof TRACKING_EVENTS)[number];

/** All data of an event; nothing about the person. */
export type TrackingFacts = {
  /** Random, one per application; never one of our ids. */
  transactionId: string;
  courseName: string;
  applicationType: string;
  statusCode: number | null;
  /** BRL, for events with an amount. */
  value: number | null;
  coupon: string | null;
};

export type TrackingPayload = { event: TrackingEvent; transactionId: string } & Record<string, unknown>;

/** The equivalent recommended events of Google Analytics 4, for tags that take their name from the data layer. */
const GA4_EVENTS: Readonly<Record<TrackingEvent, string>> = {
  inscricao_iniciada: 'add_to_cart',
  inscricao_criada: 'generate_lead',
  contrato_aceito: 'begin_checkout',
  pagamento_confirmado: 'purchase',
  matricula_concluida: 'close_convert_lead',
};

/** What is pushed to the data layer: flat in version 1, structured in version 2 (`useTrackingV2`). */
export function trackingPayload(version: 1 | 2, event: TrackingEvent, facts: TrackingFacts): TrackingPayload {
  const { transactionId, courseName, applicationType, statusCode, value, coupon } = facts;
  if (version === 1) return { event, transactionId, courseName };
  return {
    event,
    ga4Event: GA4_EVENTS[event],
    transactionId,
    ecommerce: {
      transaction_id: transactionId,
      items: [{ item_name: courseName, quantity: 1 }],
      ...{ value, currency: 'BRL', coupon },
    },
    subscription: { type: applicationType, statusCode },
  };
}

/** Query parameter that names a part of an application; `ENROLLED_PART` is S-32. */
const PART = 'etapa';
/** Parameter of a completed step. Such a page shows personal data, so no third-party script may run on it. */
const VIEW = 'ver';
export const ENROLLED_PART = 'matricula-concluida';

const OPEN_PLACES: readonly string[] = ['/', '/portal', '/course'];
const APPLICATION = /^\/subscriptions(\/(pos|essays|ext|tax))?\/\d{1,15}$/;

/**
 * Whether third-party scripts may run at an address: `/`, `/portal`, `/course` and S-32 (spec 3.1), but never with an access key.
 * `path` is relative to the base path; `search` includes its question mark.
 */
export function isTrackedPlace(path: string, search: string): boolean {
  const place = withoutFinalSlashes(path) || '/';
  const query = new URLSearchParams(search);
  if (query.has(VIEW) || [...query.keys()].some((name) => /^(accesskey|ticket|code)$/i.test(name)))
    return false;
  return OPEN_PLACES.includes(place) || (APPLICATION.test(place) && query.get(PART) === ENROLLED_PART);
}

/** Query parameters of campaign links, by field of a visitor's campaign (spec 7.4). */
const CAMPAIGN = {
  utmSource: 'utm_source',
  utmMedium: 'utm_medium',
  utmCampaign: 'utm_campaign',
  utmContent: 'utm_content',
  utmTerm: 'utm_term',
  gclid: 'gclid',
  fbclid: 'fbclid',
} as const;
export type Campaign = { [field in keyof typeof CAMPAIGN]?: string };

/** Maximum length of each part; advertisers' click ids are longer than words. */
const CAMPAIGN_LENGTH: Readonly<Record<keyof Campaign, number>> = {
  ...{ utmSource: 200, utmMedium: 200, utmCampaign: 200, utmContent: 200, utmTerm: 200 },
  ...{ gclid: 500, fbclid: 500 },
};

// Some senders put the recipient's e-mail address into their links, which must not be stored.
const isWord = (value: string, longest: number): boolean =>
  value !== '' && value.length <= longest && !/[@\p{Cc}]/u.test(value);

/** The campaign in the query of a landing address, or in its `redirectTo`; undefined when there is none. */
export function campaignOf(search: string): Campaign | undefined {
  const query = new URLSearchParams(search);
  const behind = new URLSearchParams(query.get('redirectTo')?.replace(/^[^?]*\??/, ''));
  const found = Object.entries(CAMPAIGN).flatMap(([field, name]) => {
    const value = (query.get(name) ?? behind.get(name) ?? '').trim();
    return isWord(value, CAMPAIGN_LENGTH[field as keyof Campaign]) ? [[field, value]] : [];
  });
  return found.length > 0 ? (Object.fromEntries(found) as Campaign) : undefined;
}
