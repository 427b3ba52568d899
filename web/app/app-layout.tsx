import { useHeadingFocus } from '@orbita/ui/heading-focus.ts';
import { LoadingBar } from '@orbita/ui/loading-bar';
import { useLoadingCalls } from '@orbita/ui/loading-calls.ts';
import { SkipLink } from '@orbita/ui/skip-link';
import { useIsFetching } from '@tanstack/react-query';
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router';
import { usePageTags } from '../tenancy/use-tags.ts';

/** The frame of every page: skip link, loading bar, focus on the heading after a navigation (U4). */
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
