import { useIsFetching } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router';
import { LoadingBar } from '../ui/loading-bar.tsx';
import { SkipLink } from '../ui/skip-link.tsx';

/** What surrounds every page: skip link, loading bar, focus on the heading after a move (U4). */
export function AppLayout() {
  const { pathname } = useLocation();
  const moving = useNavigation().state !== 'idle';
  const fetching = useIsFetching({ predicate: (query) => query.state.data === undefined });
  const first = useRef(true);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what the effect answers to
  useEffect(() => {
    if (first.current) {
      first.current = false;
      return;
    }
    // The page of the new path is drawn in this frame or, when its chunk was not there yet, shortly after.
    const heading = document.querySelector<HTMLElement>('main h1');
    heading?.focus({ preventScroll: true });
  }, [pathname]);

  const calls = fetching + (moving ? 1 : 0);
  return (
    <>
      <SkipLink />
      <LoadingBar calls={calls} ended={0} />
      <Outlet />
      <ScrollRestoration />
    </>
  );
}
