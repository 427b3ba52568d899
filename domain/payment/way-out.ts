import type { Attention } from './attention.ts';

/**
 * What operations may say of an attention mark, beside giving the money back or reinstating the application (spec 14.4):
 * `ignored`, that nothing has to happen; `settled`, that the money pays the application after all.
 */
export const RESOLUTIONS = ['ignored', 'settled'] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

/** Marks of money that pays nothing so far: it may be counted, and when it is ignored it never is. */
const UNCOUNTED: readonly Attention[] = [
  'late-payment',
  'second-payment',
  'payment-of-closed-charge',
  'status-not-moved',
];

export const isUncounted = (mark: Attention): boolean => UNCOUNTED.includes(mark);

/** Whether money with this mark may be settled: a second payment cannot, because the purpose is paid already. */
export const maySettle = (mark: Attention): boolean => isUncounted(mark) && mark !== 'second-payment';
