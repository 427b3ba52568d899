import { useIsFetching } from '@tanstack/react-query';
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router';
import { usePageTags } from '../tenancy/use-tags.ts';
import { useHeadingFocus } from '../ui/heading-focus.ts';
import { LoadingBar } from '../ui/loading-bar.tsx';
import { useLoadingCalls } from '../ui/loading-calls.ts';
import { SkipLink } from '../ui/skip-link.tsx';

/** What surrounds every page: skip link, loading bar, focus on the heading after a navigation (U4). */
export function AppLayout() {
  const { pathname } = useLocation();
  const moving = useNavigation().state !== 'idle';
  const fetching = useIsFetching({ predicate: (query) => query.state.data === undefined });
  usePageTags();
  useHeadingFocus(pathname, { preventScroll: true });

  const { calls, ended } = useLoadingCalls(fetching + (moving ? 1 : 0));
  return (
    <>
      <SkipLink />
      <LoadingBar calls={calls} ended={ended} />
      <Outlet />
      <ScrollRestoration />
    </>
  );
}
