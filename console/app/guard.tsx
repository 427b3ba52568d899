import { ApiError } from '@orbita/client/errors.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { meQuery } from '../base/me.ts';
import { Connecting, FailedPage } from '../base/states.tsx';

// Fetched with the first screen, which does not wait for it: a session asks something after minutes at the earliest.
const SessionDialogs = lazy(() =>
  import('../staff/session-dialogs.tsx').then((found) => ({ default: found.SessionDialogs })),
);
const StrengthPage = lazy(() => import('../staff/strength-page.tsx'));

/** Lets in who is signed in; others go to E-00, which remembers the page (spec 25.2). */
export function Guard() {
  const { data, error, refetch } = useQuery(meQuery);
  const { pathname, search } = useLocation();
  // What her roles open to a weak sign-in is little: she is asked once, on her way in, and is asked over the page or reads the
  // reason of each refusal afterwards. A page with what she typed never goes, also when she enters again by a weaker way.
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
  if (error) return <FailedPage error={error} onRetry={() => void refetch()} />;
  return <Connecting />;
}
