import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { queryClient } from '../base/query.ts';
import { session } from '../base/session.ts';
import { onCookieChoice } from './cookie-choice.ts';
import { loadTags, mustLoadAnew, tagsWanted } from './tags.ts';
import { isAdult, knownAdult } from './tracking.ts';

/** Loads the media tracking scripts for an adult, on this page and whenever the choice changes. */
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

/** Loads the scripts on portal and catalogue; inside an application only S-32 does. */
export function usePageTags(): void {
  const { pathname } = useLocation();
  useAllowedTags(pathname.startsWith('/subscriptions') ? undefined : pathname);
}

/** Loads the scripts on S-32. */
export const useConcludedTags = (): void => useAllowedTags('concluded');

/** Navigation between pages with and without third-party scripts is a full load (spec 3.1, D10). */
export function leaveForeignScripts({ request }: { request: Request }): Promise<null> | null {
  const to = new URL(request.url);
  if (!mustLoadAnew(to, knownAdult())) return null;
  queryClient.cancelQueries();
  if (to.href === location.href) location.reload();
  else location.assign(to.href);
  return new Promise<null>(() => undefined);
}
