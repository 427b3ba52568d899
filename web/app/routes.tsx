import type { ComponentType } from 'react';
import { type LoaderFunction, type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router';
import { latestEssay } from '../essay/latest.ts';
import { prefetchOffers } from '../offering/queries.ts';
import { prefetchSubscription, prefetchSubscriptions } from '../subscription/queries.ts';
import { leaveForeignScripts } from '../tenancy/use-tags.ts';
import { AppLayout } from './app-layout.tsx';
import { chunk } from './chunk-reload.ts';
import { ErrorPage } from './error-page.tsx';
import { ownProfile, passGate, requireSession } from './guard.ts';
import { LoadingPage } from './loading-page.tsx';
import { NotFoundPage } from './not-found-page.tsx';

type Page = { default: ComponentType };

/** Bar over a page, by its name in spec 4.3. */
export type Layout = 'default' | 'portal' | 'course' | 'tax-course' | 'none';

type Extra = {
  /** Starts what the page shows, beside the page itself. */
  prefetch?: (args: LoaderFunctionArgs) => void;
  /** Decides before the page is shown. */
  loader?: LoaderFunction;
};

/** A page is a chunk of its own; its data starts loading together with it. */
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

/** An address that only leads to another one. */
const lead = (path: string, to: (search: URLSearchParams) => string | Promise<string>): RouteObject => ({
  path,
  loader: async ({ request }) => redirect(await to(new URL(request.url).searchParams)),
  Component: LoadingPage,
});
const withQuery = (path: string, search: URLSearchParams): string => path + (search.size ? `?${search}` : '');

/** S-11 narrowed to a type of course; a narrower query of the person's own stays. */
const courses = (path: string, type: string, ingress?: string): RouteObject =>
  lead(path, (search) => {
    if (!search.has('tipo')) search.set('tipo', type);
    if (ingress && !search.has('ingresso')) search.set('ingresso', ingress);
    return withQuery('/course', search);
  });

const idOf = ({ params }: LoaderFunctionArgs) => Number(params.id);
const shell = (path: string, layout: Layout = 'course') =>
  page(path, layout, () => import('../subscription/shell-page.tsx'), {
    prefetch: (args) => prefetchSubscription(idOf(args)),
  });

/** Pages that need no session (spec 4.2, rules 1 and 4). */
const open: RouteObject[] = [
  page('/logout', 'default', () => import('../identity/logout-page.tsx')),
  page('/print', 'none', () => import('../document/print-page.tsx')),
  page('/auth', 'default', () => import('../identity/auth-page.tsx')),
  page('/testelogin', 'default', () => import('../identity/test-login-page.tsx')),
  page('/componentes', 'none', () => import('../gallery/gallery-page.tsx')),
  lead('/index_old', (search) => withQuery('/', search)),
];

/** Pages of whoever is signed in (rule 5). */
const guarded: RouteObject[] = [
  page('/portal', 'portal', () => import('../subscription/portal-page.tsx'), {
    prefetch: prefetchSubscriptions,
  }),
  page('/course', 'portal', () => import('../offering/course-page.tsx'), { prefetch: prefetchOffers }),
  courses('/subscriptions', 'graduacao'),
  courses('/subscriptions/pos', 'pos'),
  courses('/subscriptions/ext', 'extensao'),
  courses('/subscriptions/tax', 'pos'),
  courses('/subscriptions/essays', 'graduacao', 'online-essay'),
  lead('/subscriptions/pos/classes', () => '/portal'),
  shell('/subscriptions/:id'),
  shell('/subscriptions/essays/:id'),
  shell('/subscriptions/pos/:id'),
  shell('/subscriptions/pos/classes/:id'),
  shell('/subscriptions/ext/:id'),
  shell('/subscriptions/tax/:id', 'tax-course'),
  lead('/essays', latestEssay),
  page('/essays/:id', 'course', () => import('../essay/editor-page.tsx')),
  page('/tracking', 'course', () => import('../subscription/tracking-page.tsx'), {
    prefetch: prefetchSubscriptions,
  }),
  page('/change-password', 'portal', () => import('../identity/passwords/change-password-page.tsx')),
  page('/profile/:id?', 'portal', () => import('../person/profile-page.tsx'), { loader: ownProfile }),
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
      { path: '/', loader: passGate, Component: LoadingPage },
      { path: '/reset-password/:id?', loader: passGate, Component: LoadingPage },
      ...open,
      {
        loader: requireSession,
        // The guard asks the server once a minute at most, but on every move (spec 4.2, rule 5).
        shouldRevalidate: () => true,
        ErrorBoundary: ErrorPage,
        children: guarded,
      },
      { path: '*', Component: NotFoundPage },
    ],
  },
];
