import type { BrowserContext } from '@playwright/test';
import { Candidate, type State } from '../../e2e/support/candidate.ts';
import type { Product } from '../../e2e/support/product.ts';
import { approveAll } from '../../e2e/support/whole-way.ts';

/** A page after sign-in: how far its candidate has got, and its path. */
export type Route = {
  what: string;
  state: State | 'enrolled';
  path: (who: Candidate) => string;
};

const application = ({ subscriptionId }: Candidate) => `/subscriptions/essays/${subscriptionId}`;

export const EDITOR: Route = {
  what: 'editor',
  state: 'essay-started',
  path: ({ essayId }) => `/essays/${essayId}`,
};
export const PORTAL: Route = { what: 'portal', state: 'applied', path: () => '/portal' };
export const COURSE: Route = { what: 'course', state: 'applied', path: () => '/course' };
const ESSAY_RULES: Route = { what: 'essay rules', state: 'applied', path: application };
export const CONTRACT: Route = {
  what: 'contract',
  state: 'data-complete',
  path: (who) => `${application(who)}?etapa=revisao`,
};
export const DOCUMENTS: Route = { what: 'documents', state: 'paid', path: application };

/** The pages of J01 after sign-in, in order. */
export const ROUTES: readonly Route[] = [
  PORTAL,
  COURSE,
  ESSAY_RULES,
  EDITOR,
  { what: 'result', state: 'approved', path: application },
  { what: 'data', state: 'approved', path: (who) => `${application(who)}?etapa=dados` },
  CONTRACT,
  { what: 'payment', state: 'contract-accepted', path: application },
  { what: 'pix', state: 'pix-open', path: application },
  DOCUMENTS,
  {
    what: 'tracking',
    state: 'paid',
    path: ({ subscriptionId }) => `/tracking?subscription=${subscriptionId}`,
  },
  { what: 'enrolled', state: 'enrolled', path: application },
];

/** Brings a new candidate to a page, signed in only in that browser; returns its address. */
export async function arrive(route: Route, product: Product, context: BrowserContext): Promise<string> {
  await context.clearCookies();
  // A candidate in the middle of an enrolment has answered the cookie banner long ago.
  await context.addCookies([{ name: 'cookieConsent', value: '00', url: product.url() }]);
  const far = route.state === 'enrolled' ? 'paid' : route.state;
  const who = await Candidate.at(far, product, context);
  if (route.state === 'enrolled') await approveAll(who, product);
  // The first reader of a contract's text waits for it to be sanitized; later ones do not.
  if (route === CONTRACT)
    await who.call('GET', `/candidate/subscriptions/${who.subscriptionId}/get-subscription-contract`);
  return product.url(route.path(who));
}
