import type { Subscription } from './queries.ts';

const BASES: Record<Subscription['applicationType'], string> = {
  graduation: '/subscriptions',
  essay: '/subscriptions/essays',
  postgraduate: '/subscriptions/pos',
  extension: '/subscriptions/ext',
  tax: '/subscriptions/tax',
};

/** Address of an application by its type (spec 4.1). */
export const stepRoute = (s: Pick<Subscription, 'applicationType' | 'id'>): string =>
  `${BASES[s.applicationType]}/${s.id}`;
