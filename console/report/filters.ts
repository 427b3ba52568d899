import { isRealDay } from '@orbita/domain/foundation';
import { OFFER_TYPES, type OfferType } from '@orbita/domain/report';
import type { QueryInput } from '@orbita/protocol';
import { daysReversed } from '../base/filters.ts';
import type { ChoiceKind } from '../subscription/filter-choices.ts';

/** Filters of the figures as named in the address: codes, days and the name of a campaign. */
export const FILTERS = ['processo', 'tipo', 'oferta', 'curso', 'polo', 'campanha', 'de', 'ate'] as const;
export type Filters = Record<(typeof FILTERS)[number], string>;
export const NO_FILTERS = Object.fromEntries(FILTERS.map((name) => [name, ''])) as Filters;

/** Filters whose value is chosen by name from existing entries. */
export const PLACES = {
  processo: 'intake',
  oferta: 'offer',
  curso: 'course',
  polo: 'pole',
} as const satisfies Partial<Record<keyof Filters, ChoiceKind>>;
export const PLACE_NAMES = Object.keys(PLACES) as (keyof typeof PLACES)[];

const LONGEST_CODE = 60;
const LONGEST_CAMPAIGN = 100;

export const isType = (value: string): value is OfferType => value in OFFER_TYPES;

export type ReportQuery = QueryInput<'GET /operations/reports/{report}'>;

/** The query for the filters of an address; invalid values typed there are omitted. Places have no day or campaign filter. */
export function queryOf(filters: Filters, report: 'vacancies' | 'other'): ReportQuery {
  const { campanha, de, ate } = filters;
  const day = (value: string) => value !== '' && !daysReversed(filters) && isRealDay(value);
  const places = PLACE_NAMES.filter((name) => filters[name] && filters[name].length <= LONGEST_CODE);
  return {
    ...Object.fromEntries(places.map((name) => [PLACES[name], filters[name]])),
    ...(isType(filters.tipo) ? { type: filters.tipo } : {}),
    ...(report === 'other'
      ? {
          ...(campanha && campanha.length <= LONGEST_CAMPAIGN ? { campaign: campanha } : {}),
          ...(day(de) ? { from: de } : {}),
          ...(day(ate) ? { to: ate } : {}),
        }
      : {}),
  };
}
