export { migrate } from './migrate.ts';
export { DatabaseUnavailable, OutcomeUnknown } from './outage.ts';
export { openPglite } from './pglite.ts';
export { openPostgres } from './postgres.ts';
export { tenancyOffences } from './safety.ts';
export * from './types.ts';
