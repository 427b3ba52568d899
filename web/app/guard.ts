import { safeRedirect } from '@orbita/domain/identity';
import { redirect } from 'react-router';
import { ApiError, call } from './api.ts';
import { queryClient } from './query.ts';
import { clearSession, session } from './session.ts';
import { BASE } from './settings.ts';

const FRESH_MS = 60_000;

/** Who is signed in, asked of the server at most once a minute (guard rule 5 of spec 4.2). */
export const checkQuery = {
  queryKey: ['users', 'check'],
  queryFn: () => call('GET /candidate/users/check/'),
  staleTime: FRESH_MS,
};

/** Full load of the sign-in page, remembering where the person wanted to go. */
export function leaveToGate(from?: string): void {
  location.replace(`${BASE}/${from ? `?redirectTo=${encodeURIComponent(BASE + from)}` : ''}`);
}

const endless = new Promise<null>(() => undefined);

/** True for the addresses of rule 2: a key that has to be exchanged before anything is shown. */
export const isLink = ({ pathname, searchParams }: URL): boolean =>
  /^\/(subscriptions|essays)(\/|$)/.test(pathname.slice(BASE.length)) && searchParams.has('accesskey');

/**
 * What was loaded for one person must not meet another: a link is exchanged by a load of its own, and so is a move
 * between what a link opened and what belongs to whoever is signed in (spec 4.2, rule 2a).
 */
function isOtherPerson(url: URL): boolean {
  return isLink(url) || session.token(url.pathname.slice(BASE.length)) !== session.token();
}

/** Guard of every page that needs a session (spec 4.2, rules 4 and 5). */
export async function requireSession({ request }: { request: Request }): Promise<null> {
  const url = new URL(request.url);
  const here = url.pathname.slice(BASE.length) + url.search;
  if (isOtherPerson(url)) {
    location.assign(url);
    return endless;
  }
  if (!session.token()) {
    leaveToGate(here);
    return new Promise<null>(() => undefined);
  }
  try {
    await queryClient.ensureQueryData(checkQuery);
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) {
      clearSession();
      queryClient.clear();
      leaveToGate(here);
      return new Promise<null>(() => undefined);
    }
    throw error;
  }
  return null;
}

/** `/` with a token: the person is taken where she wanted, or to the portal (rule 3). */
export async function passGate({ request }: { request: Request }): Promise<Response> {
  await requireSession({ request });
  const wanted = safeRedirect(new URL(request.url).searchParams.get('redirectTo'));
  return redirect(wanted ? wanted.slice(BASE.length) : '/portal');
}
