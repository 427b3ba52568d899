import type { ComponentType } from 'react';
import type { LoaderFunctionArgs, RouteObject } from 'react-router';
import { prefetchOffers } from '../offering/queries.ts';
import { prefetchSubscription, prefetchSubscriptions } from '../subscription/queries.ts';
import { AppLayout } from './app-layout.tsx';
import { chunk } from './chunk-reload.ts';
import { ErrorPage } from './error-page.tsx';
import { passGate, requireSession } from './guard.ts';
import { LoadingPage } from './loading-page.tsx';
import { NotFoundPage } from './not-found-page.tsx';

type Page = { default: ComponentType };

/** A page is a chunk of its own; its data starts loading together with it. */
const page = (
  path: string,
  load: () => Promise<Page>,
  prefetch?: (args: LoaderFunctionArgs) => void,
): RouteObject => ({
  path,
  lazy: async () => ({ Component: (await chunk(load)).default }),
  loader: (args) => {
    prefetch?.(args);
    return null;
  },
});

const idOf = ({ params }: LoaderFunctionArgs) => Number(params.id);
const shell = () => import('../subscription/shell-page.tsx');
const prefetchShell = (args: LoaderFunctionArgs) => prefetchSubscription(idOf(args));

/** All addresses below the base path (spec 4.1). */
export const routes: RouteObject[] = [
  {
    Component: AppLayout,
    ErrorBoundary: ErrorPage,
    HydrateFallback: LoadingPage,
    children: [
      { path: '/', loader: passGate, Component: LoadingPage },
      { path: '/reset-password/:id?', loader: passGate, Component: LoadingPage },
      page('/logout', () => import('../identity/logout-page.tsx')),
      page('/print', () => import('../document/print-page.tsx')),
      page('/componentes', () => import('../gallery/gallery-page.tsx')),
      {
        loader: requireSession,
        // The guard asks the server once a minute at most, but on every move (spec 4.2, rule 5).
        shouldRevalidate: () => true,
        ErrorBoundary: ErrorPage,
        children: [
          page('/portal', () => import('../subscription/portal-page.tsx'), prefetchSubscriptions),
          page('/course', () => import('../offering/course-page.tsx'), prefetchOffers),
          page('/subscriptions/:id', shell, prefetchShell),
          page('/subscriptions/essays/:id', shell, prefetchShell),
          page('/subscriptions/pos/:id', shell, prefetchShell),
          page('/subscriptions/ext/:id', shell, prefetchShell),
          page('/subscriptions/tax/:id', shell, prefetchShell),
          page('/essays/:id?', () => import('../essay/editor-page.tsx')),
          page('/tracking', () => import('../subscription/tracking-page.tsx'), prefetchSubscriptions),
          page('/change-password', () => import('../identity/passwords/change-password-page.tsx')),
          page('/profile/:id?', () => import('../person/profile-page.tsx')),
        ],
      },
      { path: '*', Component: NotFoundPage },
    ],
  },
];
