import { ApiError, textOf } from '@orbita/client/errors.ts';
import { safeRedirect } from '@orbita/domain/identity';
import { Button, ButtonLink } from '@orbita/ui/button';
import { LiveLine } from '@orbita/ui/live-line';
import { OrbitEmblem } from '@orbita/ui/orbit';
import { Page, PageHead } from '@orbita/ui/page';
import { VisuallyHidden } from '@orbita/ui/visually-hidden';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../base/api.ts';
import { BrandBar } from '../base/brand-bar.tsx';
import { never } from '../base/leave.ts';
import { BASE } from '../base/settings.ts';
import { postToTabs } from '../base/tab-channel.ts';
import { useTitle } from '../base/title.ts';
import { appTexts } from '../texts/app.ts';
import { handoffTexts as t } from '../texts/session.ts';

/** Reads code and page from the address and removes the code from it, for history and reload. */
function takeFromAddress() {
  const query = new URLSearchParams(location.search);
  history.replaceState(history.state, '', `${BASE}/auth`);
  return { code: query.get('code') ?? '', wanted: safeRedirect(query.get('redirectTo')) };
}

/** S-05: sign-in by a one-time code from the institution's site. */
export default function AuthPage() {
  const [failure, setFailure] = useState<unknown>();
  const given = useRef<ReturnType<typeof takeFromAddress>>(undefined);
  const exchange = useCallback(async () => {
    given.current ??= takeFromAddress();
    const { code, wanted } = given.current;
    setFailure(undefined);
    const answer = await call('POST /platform/auth/handoff/exchange', { body: { code } });
    postToTabs('entered');
    // A full load, so that no data of a previously signed-in person stays in memory.
    location.replace(safeRedirect(answer.redirectTo) ?? wanted ?? `${BASE}/portal`);
    return never();
  }, []);
  useEffect(() => void exchange().catch(setFailure), [exchange]);
  useTitle(failure === undefined ? t.connecting : t.failed);

  return (
    <>
      <BrandBar />
      <Page width="center">
        {failure === undefined ? (
          <>
            <h1 tabIndex={-1}>
              <VisuallyHidden>{t.connecting}</VisuallyHidden>
            </h1>
            <LiveLine>{t.connecting}</LiveLine>
          </>
        ) : (
          <Failed failure={failure} onRetry={() => void exchange().catch(setFailure)} />
        )}
      </Page>
    </>
  );
}

/** A refused code cannot be retried; one that never arrived can. */
function Failed({ failure, onRetry }: { failure: unknown; onRetry: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const refused = failure instanceof ApiError && failure.status < 500;
  return (
    <div className="stack center" role="alert">
      <OrbitEmblem mark="alert" still />
      <PageHead ref={heading} title={refused ? t.failed : textOf(failure)} />
      <div className="row row--middle">
        {!refused && <Button onClick={onRetry}>{appTexts.retry}</Button>}
        <ButtonLink kind={refused ? 'primary' : 'quiet'} href="/">
          {t.toStart}
        </ButtonLink>
      </div>
    </div>
  );
}
