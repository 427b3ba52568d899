import { ApiError } from '@orbita/client/errors.ts';
import { safeRedirect } from '@orbita/domain/identity';
import { redirect } from 'react-router';
import { call } from './api.ts';
import { BASE, inView } from './base.ts';
import { checkQuery } from './check.ts';
import { askedEarly } from './early.ts';
import { isLink } from './entry.ts';
import { beginLeaving, leave, leaveToSignIn, never } from './leave.ts';
import { queryClient } from './query.ts';
import { session } from './session.ts';
import { signInAgain } from './session-keeper.ts';
import { tabAccess } from './tab-access.ts';

export { checkQuery } from './check.ts';

type Asked = { request: Request };

const addressOf = ({ request }: Asked): string => {
  const { pathname, search } = new URL(request.url);
  // A request has no hash; the hash of the address belongs to it only if it is for the page the browser is at.
  const hash = location.pathname + location.search === pathname + search ? location.hash : '';
  return pathname.slice(BASE.length) + search + hash;
};

/** True when the server accepts the token. If the server does not answer, an earlier positive answer still counts. */
async function isKnown(): Promise<boolean> {
  try {
    await queryClient.fetchQuery({
      ...checkQuery,
      queryFn: () => call('GET /candidate/users/check/', { quiet: true }),
    });
    return true;
  } catch (error) {
    if (error instanceof ApiError && (error.status === 401 || error.code === 'TENANT_MISMATCH')) return false;
    if (queryClient.getQueryData(checkQuery.queryKey) === undefined) throw error;
    return true;
  }
}

/**
 * True when the page belongs to a different session from the current one: an access key must be exchanged, or the tab switches
 * between a link's token and that of the signed-in person. Such a page is loaded afresh, so that one person's data is never
 * shown to another (spec 4.2, rule 2a).
 */
const isOtherPerson = (address: string): boolean =>
  isLink(address) || session.token(address.split(/[?#]/, 1)[0]) !== session.token();

/** Where an address in a view leads instead, if it is not one of the view's. A view shows the pages of one application. */
let otherwise = (wanted: string): string | undefined => {
  const view = tabAccess();
  return view && !tabAccess(wanted.split(/[?#]/, 1)[0]) ? `/subscriptions/${view.subscriptionId}` : undefined;
};

/** Lets a view show pages other than those of one application. */
export const stayWithin = (given: typeof otherwise): void => {
  otherwise = given;
};

function stayInView(wanted: string): void {
  const other = otherwise(wanted);
  if (other) throw redirect(other);
}

/** Guard of every page that needs a session (spec 4.2, rules 4 and 5). */
export async function requireSession(asked: Asked): Promise<null> {
  const wanted = addressOf(asked);
  if (inView) stayInView(wanted);
  if (isOtherPerson(wanted)) {
    beginLeaving();
    location.assign(BASE + wanted);
    return never();
  }
  if (!session.token()) {
    // The page's first calls may have found its token to be invalid before the guard checks (rule 5).
    const admitted = queryClient.getQueryData(checkQuery.queryKey) !== undefined;
    leaveToSignIn(askedEarly() && !admitted ? '/portal' : wanted);
    return never();
  }
  // The page requested with an invalid token is forgotten: it leads to the portal (rule 5).
  if (!(await isKnown())) await signInAgain('/portal');
  return null;
}

/** `/` and `/reset-password` for a signed-in person: redirects to the wanted page or to the portal (rule 3). */
export async function skipSignIn(asked: Asked): Promise<Response> {
  const wanted = addressOf(asked);
  if (inView) stayInView(wanted);
  if (!session.token()) leaveToSignIn(wanted);
  else if (!(await isKnown())) leave(wanted);
  else {
    const target = safeRedirect(new URL(asked.request.url).searchParams.get('redirectTo'));
    return redirect(target ? target.slice(BASE.length) : '/portal');
  }
  return never();
}

/** Only one's own profile exists; another person's number answers 404 (spec 4.1). */
export async function ownProfile({ params }: { params: { id?: string } }): Promise<null> {
  const { payloadToken } = await queryClient.ensureQueryData(checkQuery);
  if (params.id !== undefined && params.id !== String(payloadToken.personId))
    throw new Response(null, { status: 404 });
  return null;
}
