import { safeRedirect } from '@orbita/domain/identity';
import { redirect } from 'react-router';
import { ApiError, call } from './api.ts';
import { checkQuery } from './check.ts';
import { isLink } from './doors.ts';
import { beginLeaving, leave, leaveToGate, never } from './leave.ts';
import { queryClient } from './query.ts';
import { session } from './session.ts';
import { signInAgain } from './session-keeper.ts';
import { BASE } from './settings.ts';

export { checkQuery } from './check.ts';

type Asked = { request: Request };

const addressOf = ({ request }: Asked): string => {
  const { pathname, search } = new URL(request.url);
  return pathname.slice(BASE.length) + search;
};

/** True when the server knows the token; silence of the server changes nothing for who was known before. */
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
 * What was loaded for one person must not meet another: a link is exchanged by a load of its own, and so is a move
 * between what a link opened and what belongs to whoever is signed in (spec 4.2, rule 2a).
 */
const isOtherPerson = (address: string): boolean =>
  isLink(address) || session.token(address.split('?', 1)[0]) !== session.token();

/** Guard of every page that needs a session (spec 4.2, rules 4 and 5). */
export async function requireSession(asked: Asked): Promise<null> {
  const wanted = addressOf(asked);
  if (isOtherPerson(wanted)) {
    beginLeaving();
    location.assign(BASE + wanted);
    return never();
  }
  if (!session.token()) {
    leaveToGate(wanted);
    return never();
  }
  if (!(await isKnown())) await signInAgain(wanted);
  return null;
}

/** `/` and `/reset-password` with a token: on to where the person wanted, or to the portal (rule 3). */
export async function passGate(asked: Asked): Promise<Response> {
  const wanted = addressOf(asked);
  if (!session.token()) leaveToGate(wanted);
  else if (!(await isKnown())) leave(wanted);
  else {
    const target = safeRedirect(new URL(asked.request.url).searchParams.get('redirectTo'));
    return redirect(target ? target.slice(BASE.length) : '/portal');
  }
  return never();
}

/** Own profile: the page of anybody else does not exist (spec 4.1). */
export async function ownProfile({ params }: { params: { id?: string } }): Promise<null> {
  const { payloadToken } = await queryClient.ensureQueryData(checkQuery);
  if (params.id !== undefined && params.id !== String(payloadToken.personId))
    throw new Response(null, { status: 404 });
  return null;
}
