import { type AnchorProps, AnchorProvider } from '@orbita/ui/link';
import { OfflineBanner } from '@orbita/ui/offline-banner';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import type { Root } from 'react-dom/client';
import { createBrowserRouter, Link, RouterProvider } from 'react-router';
import { BASE, inView } from '../base/base.ts';
import { queryClient } from '../base/query.ts';
import { watchSession } from '../base/session-keeper.ts';
import { followCookieChoice } from '../tenancy/cookie-sync.ts';
import { watchParts } from './chunk-ask.ts';
import { routes } from './routes.tsx';
import { SessionDialogs } from './session-dialogs.tsx';

/** Links inside the app navigate without a page load; all others are plain anchors. */
function RouterAnchor({ href, ...rest }: AnchorProps) {
  if (!href.startsWith('/') || href.startsWith('//') || rest.target) return <a href={href} {...rest} />;
  return <Link to={href} {...(rest as Omit<ComponentProps<typeof Link>, 'to'>)} />;
}

/** Renders the app, with `above` on top of every page. Returns a function that navigates within it. */
export function showApp(root: Root, above?: ReactNode): (path: string) => void {
  watchSession();
  watchParts();
  if (!inView) followCookieChoice();
  const router = createBrowserRouter(routes, { basename: BASE });
  root.render(
    <QueryClientProvider client={queryClient}>
      <AnchorProvider anchor={RouterAnchor}>
        {above}
        <OfflineBanner />
        <RouterProvider router={router} />
      </AnchorProvider>
      <SessionDialogs />
    </QueryClientProvider>,
  );
  return (path) => void router.navigate(path);
}
