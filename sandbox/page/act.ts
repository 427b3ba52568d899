import type { Notice } from './layout.ts';
import type { Outcome } from './operations.ts';

/** Fields of a form, or parts of its address. */
export type Form = Record<string, string | undefined>;
/** What a form of the page does; its notice is shown in the form's section. */
export type Act = (request: { params: Form; form: Form; tenant: string }) => Notice | Promise<Notice>;

export const noticeOf = (outcome: Outcome<unknown>, done: string): Notice =>
  outcome.ok ? { good: true, text: done } : { good: false, text: outcome.message };
