import type { ComponentType } from 'react';
import { type LoaderFunction, type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router';
import { chunk } from '../base/chunk-reload.ts';
import { ownProfile, requireSession, skipSignIn } from '../base/guard.ts';
import { GUARDIAN_PAGE, PAYER_PAGE, UNDO_PAGE } from '../base/link-key.ts';
import { LoadingPage } from '../base/loading-page.tsx';
import { NotFoundPage } from '../base/not-found-page.tsx';
import { latestEssay } from '../essay/latest.ts';
import { prefetchOffers } from '../offering/queries.ts';
import { PART, prefetchStep } from '../subscription/pages/step-chunks.ts';
import { prefetchSubscriptions, prefetchTracking } from '../subscription/queries.ts';
import { leaveForeignScripts } from '../tenancy/use-tags.ts';
import { AppLayout } from './app-layout.tsx';
import { ErrorPage } from './error-page.tsx';

type Page = { default: ComponentType };

/** Bar above a page, by its name in spec 4.3. */
type Layout = 'default' | 'portal' | 'course' | 'tax-course' | 'none';

type Extra = {
  /** Starts loading the page's data at the same time as its chunk. */
  prefetch?: (args: LoaderFunctionArgs) => void;
  /** Runs before the page is shown; may redirect. */
  loader?: LoaderFunction;
};

/** A page in its own chunk. */
const page = (
  path: string,
  layout: Layout,
  load: () => Promise<Page>,
  { prefetch, loader }: Extra = {},
): RouteObject => ({
  path,
  handle: { layout },
  lazy: async () => ({ Component: (await chunk(load)).default }),
  loader: (args, context) => {
    prefetch?.(args);
    return loader ? loader(args, context) : null;
  },
});

/** An address that only redirects to another one. */
const redirectTo = (
  path: string,
  to: (search: URLSearchParams) => string | Promise<string>,
): RouteObject => ({
  path,
  loader: async ({ request }) => redirect(await to(new URL(request.url).searchParams)),
  Component: LoadingPage,
});
const withQuery = (path: string, search: URLSearchParams): string => path + (search.size ? `?${search}` : '');

/** S-11 filtered by a course type, unless the query already has a filter. */
const courses = (path: string, type: string, ingress?: string): RouteObject =>
  redirectTo(path, (search) => {
    if (!search.has('tipo')) search.set('tipo', type);
    if (ingress && !search.has('ingresso')) search.set('ingresso', ingress);
    return withQuery('/course', search);
  });

const idOf = ({ params }: LoaderFunctionArgs) => Number(params.id);
const shell = (path: string, layout: Layout = 'course') =>
  page(path, layout, () => import('../subscription/pages/shell-page.tsx'), {
    prefetch: (args) => prefetchStep(idOf(args), new URL(args.request.url).searchParams.get(PART)),
  });

/** Pages that need no session (spec 4.2, rules 1 and 4). */
const open: RouteObject[] = [
  page('/logout', 'default', () => import('../identity/logout-page.tsx')),
  page('/print/*', 'none', () => import('../document/print-page.tsx')),
  page('/verificar/:code?', 'default', () => import('../contract/verify-page.tsx')),
  page(GUARDIAN_PAGE, 'default', () => import('../contract/guardian-page.tsx')),
  page(PAYER_PAGE, 'default', () => import('../payment/payer-page.tsx')),
  page(UNDO_PAGE, 'default', () => import('../identity/undo/undo-page.tsx')),
  page('/auth', 'default', () => import('../identity/auth-page.tsx')),
  page('/testelogin', 'default', () => import('../identity/test-login-page.tsx')),
  redirectTo('/index_old', (search) => withQuery('/', search)),
];

/** Pages that need a session (rule 5). */
const guarded: RouteObject[] = [
  page('/portal', 'portal', () => import('../subscription/pages/portal-page.tsx'), {
    prefetch: prefetchSubscriptions,
  }),
  page('/course', 'portal', () => import('../offering/course-page.tsx'), { prefetch: prefetchOffers }),
  courses('/subscriptions', 'graduacao'),
  courses('/subscriptions/pos', 'pos'),
  courses('/subscriptions/ext', 'extensao'),
  courses('/subscriptions/tax', 'pos'),
  courses('/subscriptions/essays', 'graduacao', 'online-essay'),
  redirectTo('/subscriptions/pos/classes', () => '/portal'),
  shell('/subscriptions/:id'),
  shell('/subscriptions/essays/:id'),
  shell('/subscriptions/pos/:id'),
  shell('/subscriptions/pos/classes/:id'),
  shell('/subscriptions/ext/:id'),
  shell('/subscriptions/tax/:id', 'tax-course'),
  redirectTo('/essays', latestEssay),
  page('/essays/:id', 'course', () => import('../essay/editor-page.tsx')),
  page('/tracking', 'course', () => import('../subscription/pages/tracking-page.tsx'), {
    prefetch: prefetchTracking,
  }),
  page('/change-password', 'portal', () => import('../identity/pages/change-password-page.tsx')),
  page('/profile/:id?', 'portal', () => import('../person/pages/profile-page.tsx'), { loader: ownProfile }),
];

/** All addresses below the base path (spec 4.1). */
export const routes: RouteObject[] = [
  {
    Component: AppLayout,
    loader: leaveForeignScripts,
    shouldRevalidate: () => true,
    ErrorBoundary: ErrorPage,
    HydrateFallback: LoadingPage,
    children: [
      { path: '/', loader: skipSignIn, Component: LoadingPage },
      { path: '/reset-password/:id?', loader: skipSignIn, Component: LoadingPage },
      ...open,
      {
        loader: requireSession,
        // The guard runs on every navigation; it asks the server at most once a minute (spec 4.2, rule 5).
        shouldRevalidate: () => true,
        ErrorBoundary: ErrorPage,
        children: guarded,
      },
      { path: '*', Component: NotFoundPage },
    ],
  },
];
