import type { QueryInput } from '@orbita/protocol';

/** Filters of the list as its address names them (spec 25.6.1): codes, numbers and days alone. */
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
] as const;
export type Filters = Record<(typeof FILTERS)[number], string>;

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const STATUSES = /^\d{1,2}(,\d{1,2}){0,20}$/;

const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

/**
 * The query of a list for the filters of its address; what somebody typed there that no filter has is left out. Days are whole days
 * where the tenant is: `start` says when one begins.
 */
export function queryOf(
  filters: Filters,
  start: (day: string) => string,
): QueryInput<'GET /operations/subscriptions'> {
  const { situacao, atencao, de, ate, curso, polo, oferta, processo, externo } = filters;
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
  };
}

/** Numbers of the statuses that are filtered for. */
export const statusesOf = (situacao: string): number[] =>
  STATUSES.test(situacao) ? situacao.split(',').map(Number) : [];
