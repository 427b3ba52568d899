import type { Answer } from '@orbita/protocol';
import { ButtonLink } from '@orbita/ui/button';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../base/api.ts';
import { BASE } from '../base/base.ts';
import { hostQuery } from '../base/host.ts';
import { providerTexts as t } from '../texts/staff.ts';

const START = '/orbita/api/operations/staff/oidc/start';

/** Leads to the institution's own sign-in and from there back to a page of the console (spec 25.2.2). */
export function ProviderLink({ name, wanted }: { name: string; wanted: string }) {
  const query = new URLSearchParams({ returnTo: `${BASE}${wanted}` });
  return (
    <ButtonLink block href={`${START}?${query}`} target="_self">
      {t.enterWith(name)}
    </ButtonLink>
  );
}

type Me = Answer<'GET /operations/staff/me'>;
type ProviderWayProps = { purpose: 'sign-in' | 'reauth'; done: (me: Me) => void };

/** Whether the other tab has done what was requested. */
const isDone = ({ session }: Me, purpose: ProviderWayProps['purpose']): boolean =>
  purpose === 'sign-in' || session.reauthUntil !== null;

/** The same sign-in in a separate tab, so that what is typed here stays; this page checks again when the person returns. */
export function ProviderWay({ purpose, done }: ProviderWayProps) {
  const name = useQuery(hostQuery).data?.idpName;
  const latest = useRef(done);
  latest.current = done;
  useEffect(() => {
    const look = () => {
      if (document.visibilityState !== 'visible') return;
      call('GET /operations/staff/me', { quiet: true, background: true }).then(
        (me) => {
          if (isDone(me, purpose)) latest.current(me);
        },
        // Not done yet; the person's next return checks again.
        () => undefined,
      );
    };
    addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, [purpose]);
  if (!name) return null;
  return (
    <>
      <p>{purpose === 'reauth' ? t.confirmHelp(name) : t.signInHelp(name)}</p>
      <ButtonLink href={`${START}?${new URLSearchParams({ purpose })}`} target="_blank" rel="noopener">
        {purpose === 'reauth' ? t.confirmWith(name) : t.enterWith(name)}
      </ButtonLink>
    </>
  );
}
