import { type ChosenMethod, type Purpose, payableKinds, paymentMethods } from '@orbita/domain/payment';
import { resolveParameter } from '@orbita/domain/tenancy';
import { isServed } from '../payment/methods.ts';
import type { Platform } from '../platform/platform.ts';
import type { Catalogue, Entry } from './model.ts';
import type { Spot } from './parse.ts';

/** What an installation can do for an institution, apart from the catalogue's contents. */
export type Installation = {
  now: Date;
  /** A service provides scores of the national exam. */
  examScores: boolean;
  serves(institutionCode: string, method: ChosenMethod, payment: Institution['payment']): boolean;
};

export type Warning = { spot: Spot; message: string };
type Offer = Entry<'offers'>;
type Institution = Entry<'institutions'>;

/** The type of offers with an application fee (spec 7.1). */
const WITH_FEE = 4;
/** Nobody reads more at once. */
const MOST_WARNINGS = 500;

/** What this installation can do for a tenant's institutions. */
export const installationOf = (platform: Platform, tenantAlias: string): Installation => ({
  now: platform.clock.now(),
  examScores: platform.config.examScore.url !== undefined,
  serves: (institutionCode, method, payment) =>
    isServed(platform, tenantAlias, institutionCode, method, payment),
});

const FIELDS: [ChosenMethod, keyof Institution['payment'], string][] = [
  ['credit-card', 'creditCard', 'payment by card'],
  ['slip', 'slip', 'payment by slip'],
  ['pix', 'pix', 'payment by Pix'],
  ['automatic-pix', 'automaticPix', 'payment by automatic Pix'],
];

/** Payment methods that the institution announces and has settings for. */
const announced = ({ payment }: Institution, manual: boolean): ChosenMethod[] =>
  paymentMethods({
    settings: payment,
    manualPaymentEnabled: manual,
    purpose: 'enrollment',
    installments: 2,
    payerHasCpf: true,
    payerHasAddress: true,
    payerLivesAbroad: false,
    cardDenied: true,
    slipTooLate: false,
  }).map(({ method }) => method);

/** Payment methods that are announced but that candidates won't be able to choose (spec 14.2). */
function paymentWarnings(catalogue: Catalogue, { serves }: Installation): Warning[] {
  const tenant = catalogue.tenant.parameters;
  const offering = new Set(
    catalogue.offers.filter(({ active }) => active).map(({ institution: own }) => own),
  );
  return catalogue.institutions.flatMap((institution, index) => {
    const at = (path: PropertyKey[], message: string): Warning => ({
      spot: { kind: 'institutions', index, path },
      message,
    });
    const manual = resolveParameter('ManualPaymentEnabled', { institution: institution.parameters, tenant });
    const methods = announced(institution, manual);
    const unserved = FIELDS.filter(
      ([method]) => methods.includes(method) && !serves(institution.code, method, institution.payment),
    ).map(([, field, name]) =>
      at(
        ['payment', field],
        `this installation cannot take ${name}: candidates read that it is not available`,
      ),
    );
    const { automaticPix } = institution.payment;
    const idle =
      automaticPix && !methods.includes('automatic-pix')
        ? [
            at(
              ['payment', 'automaticPix'],
              'is not shown to candidates: it needs pixKey and a variant with recurrence',
            ),
          ]
        : [];
    const usable = methods.some((method) => serves(institution.code, method, institution.payment));
    const nobody =
      offering.has(institution.code) && !usable
        ? [at(['payment'], 'candidates of this institution have no way to pay')]
        : [];
    return [...unserved, ...idle, ...nobody];
  });
}

/** Entries indexed by what references them: catalogues have thousands of offers. */
type Known = {
  modes: Map<string, Entry<'ingressModes'>>;
  sets: Map<string, Entry<'documentSets'>>;
  institutions: Map<string, Institution>;
  /** By offer and pole. */
  classes: Set<string>;
  tests: Set<string>;
  /** Kinds of price by course, intake and pole (`*`: all poles). */
  prices: Map<string, Set<Entry<'prices'>['kind']>>;
  tenant: Record<string, unknown>;
};

const byCode = <T extends { code: string }>(entries: readonly T[]) =>
  new Map(entries.map((entry) => [entry.code, entry]));
const atPole = ({ offer, pole }: { offer: string; pole: string }) => `${offer}/${pole}`;
const priceKey = (price: { course: string; intake: string; pole: string | null }) =>
  `${price.course}/${price.intake}/${price.pole ?? '*'}`;

const kindsOfPrices = (prices: readonly Entry<'prices'>[]): Known['prices'] => {
  const found: Known['prices'] = new Map();
  for (const price of prices) {
    const key = priceKey(price);
    found.set(key, (found.get(key) ?? new Set()).add(price.kind));
  }
  return found;
};

const know = (catalogue: Catalogue, now: Date): Known => ({
  modes: byCode(catalogue.ingressModes),
  sets: byCode(catalogue.documentSets),
  institutions: byCode(catalogue.institutions),
  classes: new Set(catalogue.classes.map(atPole)),
  tests: new Set(catalogue.schedules.filter(({ at }) => Date.parse(at) > now.getTime()).map(atPole)),
  prices: kindsOfPrices(catalogue.prices),
  tenant: catalogue.tenant.parameters,
});

/** What an ingress mode needs from the installation or from other entries. */
function ingressWarnings(known: Known, offer: Offer, { examScores }: Installation): string[] {
  const kind = known.modes.get(offer.ingressMode)?.kind;
  if (kind === 'exam-score') {
    const institution = known.institutions.get(offer.institution)?.parameters ?? {};
    const shown = resolveParameter('EnemCheckEnabled', { institution, tenant: known.tenant });
    return [
      ...(shown ? [] : ['candidates do not see it: EnemCheckEnabled is not set for the institution']),
      ...(examScores
        ? []
        : ['this installation looks up no ENEM scores (ORBITA_EXAM_SCORE_URL): each one needs a decision']),
    ];
  }
  const asks = known.sets.get(offer.documents ?? '')?.items.some(({ stage }) => stage === 'selection');
  return kind === 'document-analysis' && !asks
    ? ['documents are analysed, but the offer asks for none of stage selection']
    : [];
}

/** What is missing at one place of an offer, so that a candidate would get stuck there. */
function missingAt(known: Known, offer: Offer, course: string, pole: string): string[] {
  const kind = known.modes.get(offer.ingressMode)?.kind;
  const here = atPole({ offer: offer.code, pole });
  const institution = known.institutions.get(offer.institution);
  const { intake } = offer;
  const atPlace = known.prices.get(priceKey({ course, intake, pole }));
  const everywhere = known.prices.get(priceKey({ course, intake, pole: null }));
  const isPriced = (purpose: Purpose) => {
    const kinds = institution ? payableKinds(purpose, institution.payment.variant, institution) : [];
    return kinds.some((one) => atPlace?.has(one) || everywhere?.has(one));
  };
  const untested = kind === 'scheduled-test' && !known.tests.has(here);
  return [
    ...(untested ? [`no test is scheduled at ${pole} from now on`] : []),
    ...(offer.requiresClass && !known.classes.has(here) ? [`a class is required, but ${pole} has none`] : []),
    ...(offer.type === WITH_FEE && !isPriced('tax')
      ? [`${course} at ${pole} has no price of the application fee`]
      : []),
    ...(isPriced('enrollment') ? [] : [`${course} at ${pole} has no price that can be paid`]),
  ];
}

function offerWarnings(catalogue: Catalogue, installation: Installation): Warning[] {
  const known = know(catalogue, installation.now);
  return catalogue.offers.flatMap((offer, index) => {
    if (!offer.active) return [];
    const at = (path: PropertyKey[], message: string): Warning => ({
      spot: { kind: 'offers', index, path },
      message,
    });
    return [
      ...ingressWarnings(known, offer, installation).map((message) => at(['ingressMode'], message)),
      ...(offer.contract === null ? [at([], 'without a contract nobody gets as far as the payment')] : []),
      ...offer.courses.flatMap(({ course, poles }, one) =>
        poles.flatMap(({ pole }, place) =>
          missingAt(known, offer, course, pole).map((message) =>
            at(['courses', one, 'poles', place, 'pole'], message),
          ),
        ),
      ),
    ];
  });
}

/**
 * What a valid catalogue announces but candidates couldn't complete here (spec 17.4), up to a limit. Nothing is refused because
 * of it: what is missing may come with a later file or a setting of the installation.
 */
export const warningsOf = (catalogue: Catalogue, installation: Installation): Warning[] =>
  [...paymentWarnings(catalogue, installation), ...offerWarnings(catalogue, installation)].slice(
    0,
    MOST_WARNINGS,
  );
