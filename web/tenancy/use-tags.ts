import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { queryClient } from '../app/query.ts';
import { session } from '../app/session.ts';
import { onCookieChoice } from './cookie-choice.ts';
import { loadTags, mustLoadAnew, tagsWanted } from './tags.ts';
import { isAdult, knownAdult } from './tracking.ts';

/** Loads the scripts of media tracking for an adult, here and whenever the choice changes. */
function useAllowedTags(here: string | undefined): void {
  useEffect(() => {
    if (here === undefined) return;
    const load = async () => {
      if (tagsWanted() && session.token() && (await isAdult())) loadTags();
    };
    void load();
    return onCookieChoice(() => void load());
  }, [here]);
}

/** On the portal and in the catalogue the scripts come by themselves; an application asks on S-32 alone. */
export function usePageTags(): void {
  const { pathname } = useLocation();
  useAllowedTags(pathname.startsWith('/subscriptions') ? undefined : pathname);
}

/** S-32 lets them in. */
export const useConcludedTags = (): void => useAllowedTags('concluded');

/** A move between pages that may have foreign scripts and pages that may not is a full load (spec 3.1, D10). */
export function leaveForeignScripts({ request }: { request: Request }): Promise<null> | null {
  const to = new URL(request.url);
  if (!mustLoadAnew(to, knownAdult())) return null;
  queryClient.cancelQueries();
  if (to.href === location.href) location.reload();
  else location.assign(to.href);
  return new Promise<null>(() => undefined);
}
