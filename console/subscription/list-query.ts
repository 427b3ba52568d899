import { MOST_STILL_DAYS, type WaitsFor, waitLabel } from '@orbita/domain/work';
import type { QueryInput } from '@orbita/protocol';

/** Filters of the list as named in its address (spec 25.6.1): only codes, numbers and days. */
export const FILTERS = [
  'situacao',
  'atencao',
  'de',
  'ate',
  'curso',
  'polo',
  'oferta',
  'processo',
  'externo',
  'espera',
  'parada',
  'minhas',
] as const;
export type Filters = Record<(typeof FILTERS)[number], string>;

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const STATUSES = /^\d{1,2}(,\d{1,2}){0,20}$/;

const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

/**
 * The query of a list for the filters of its address; invalid values typed there are omitted. Days are whole days in the
 * tenant's zone: `start` returns the beginning of one.
 */
export function queryOf(
  filters: Filters,
  start: (day: string) => string,
): QueryInput<'GET /operations/subscriptions'> {
  const { situacao, atencao, de, ate, curso, polo, oferta, processo, externo } = filters;
  const waits = waitsOf(filters.espera);
  const still = stillOf(filters.parada);
  return {
    ...(STATUSES.test(situacao) ? { state: situacao } : {}),
    ...(atencao === '1' ? { attention: 'true' as const } : {}),
    ...(DAY.test(de) ? { createdFrom: start(de) } : {}),
    ...(DAY.test(ate) ? { createdTo: start(dayAfter(ate)) } : {}),
    ...(curso ? { course: curso } : {}),
    ...(polo ? { pole: polo } : {}),
    ...(oferta ? { offer: oferta } : {}),
    ...(processo ? { intake: processo } : {}),
    ...(externo ? { externalId: externo } : {}),
    ...(waits ? { waits } : {}),
    ...(still ? { stillDays: still } : {}),
  };
}

/** Numbers of the statuses in the filter. */
export const statusesOf = (situacao: string): number[] =>
  STATUSES.test(situacao) ? situacao.split(',').map(Number) : [];

const WAITS: Readonly<Record<string, WaitsFor>> = {
  pessoa: 'person',
  equipe: 'team',
  banco: 'bank',
  data: 'date',
};

/** Options for whom an application is waiting for, as named in the address, with their labels. */
export const WAIT_OPTIONS = Object.entries(WAITS).map(([value, waits]) => ({
  value,
  label: waitLabel(waits),
}));

/** The party in the `espera` filter; undefined if invalid. */
export const waitsOf = (espera: string): WaitsFor | undefined =>
  Object.hasOwn(WAITS, espera) ? WAITS[espera] : undefined;

/** Days in the `parada` filter; undefined if it is not a valid number. */
export const stillOf = (parada: string): number | undefined => {
  const days = /^[1-9]\d{0,2}$/.test(parada) ? Number(parada) : 0;
  return days >= 1 && days <= MOST_STILL_DAYS ? days : undefined;
};

/** Filters whose value is the code of a catalogue entry, with the kind of that entry. */
export const PLACE_FILTERS = { curso: 'course', polo: 'pole', oferta: 'offer', processo: 'intake' } as const;
export type PlaceFilter = keyof typeof PLACE_FILTERS;
export const PLACE_NAMES = Object.keys(PLACE_FILTERS) as PlaceFilter[];
