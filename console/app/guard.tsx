import { ApiError } from '@orbita/client/errors.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { meQuery } from '../base/me.ts';
import { Connecting, FailedPage } from '../base/states.tsx';

// Fetched with the first screen, which does not wait for it: a session asks nothing for at least some minutes.
const SessionDialogs = lazy(() =>
  import('../staff/session-dialogs.tsx').then((found) => ({ default: found.SessionDialogs })),
);
const StrengthPage = lazy(() => import('../staff/strength-page.tsx'));

/** Admits the signed-in person; others go to E-00, which remembers the page (spec 25.2). */
export function Guard() {
  const { data, error, refetch } = useQuery(meQuery);
  const { pathname, search } = useLocation();
  // With a weak sign-in a person's roles open little: they are asked once to strengthen it on the way in; later they are asked
  // over the page, or read the reason of each refusal. A page with typed text is never replaced, not even when they sign in
  // again by a weaker method.
  const [inside, setInside] = useState(false);
  const asked = data?.needsStrength === true && data.session.strength === null && !inside;
  if (data && !asked && !inside) setInside(true);
  if (data)
    return (
      <>
        {asked ? (
          <Suspense fallback={<Connecting />}>
            <StrengthPage me={data} onLater={() => setInside(true)} />
          </Suspense>
        ) : (
          <Outlet />
        )}
        <Suspense>
          <SessionDialogs />
        </Suspense>
      </>
    );
  if (error instanceof ApiError && (error.status === 401 || error.status === 403)) {
    if (error.more.access === 'ended') return <Navigate replace to="/entrar?encerrado=1" />;
    const wanted = pathname + search;
    return (
      <Navigate replace to={wanted === '/' ? '/entrar' : `/entrar?voltar=${encodeURIComponent(wanted)}`} />
    );
  }
  if (error) return <FailedPage error={error} onRetry={() => refetch()} />;
  return <Connecting />;
}
