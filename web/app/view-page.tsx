import { NetworkError } from '@orbita/client/errors.ts';
import { isFinal } from '@orbita/client/final.ts';
import { serverNow } from '@orbita/client/server-clock.ts';
import { Button } from '@orbita/ui/button';
import { EyeIcon } from '@orbita/ui/icons/eye';
import { OrbitEmblem } from '@orbita/ui/orbit';
import { Page, PageHead } from '@orbita/ui/page';
import { type ReactNode, useEffect, useState } from 'react';
import type { Root } from 'react-dom/client';
import { call } from '../base/api.ts';
import { chunk } from '../base/chunk-reload.ts';
import { leaveTo } from '../base/leave.ts';
import { LoadingPage } from '../base/loading-page.tsx';
import { BASE } from '../base/settings.ts';
import { keepTabAccess, type TabAccess } from '../base/tab-access.ts';
import { useTitle } from '../base/title.ts';
import { tenantTime } from '../base/zone.ts';
import { viewTexts as t } from '../texts/view.ts';
import '@orbita/ui/styles/banner.css';
import '../identity/view.css';
import { refuseChanges, sealTab, timesRefused } from '../identity/view-tab.ts';

/** What a code opened; `path` of the application is below the base, `endsAt` in milliseconds since 1970. */
type View = { access: TabAccess; path: string; endsAt: number };

/** Removes the code from the address before anything else reads it. */
function takeCode(): string {
  const code = location.hash.slice(1);
  history.replaceState(null, '', `${BASE}/`);
  return code;
}

async function exchange(code: string): Promise<View> {
  const { token, uuid, subscriptionId, path, expiresAt } = await call('POST /candidate/views', {
    body: { code },
  });
  return { access: { token, uuid, subscriptionId }, path, endsAt: Date.parse(expiresAt) };
}

/** Above every page of a view: states that it is one, until when, and that a pressed button changed nothing. */
function ViewBanner({ endsAt }: { endsAt: number }) {
  const refused = timesRefused.use();
  useEffect(() => {
    const timer = setTimeout(() => leaveTo('/'), Math.max(0, endsAt - serverNow()));
    return () => clearTimeout(timer);
  }, [endsAt]);
  return (
    <section className="view-banner" aria-label={t.label}>
      <p className="banner">
        <EyeIcon />
        <span>
          <b>{t.banner}</b> {t.until(tenantTime(new Date(endsAt)))}
        </span>
      </p>
      <div role="alert">
        {refused > 0 && (
          <p key={refused} className="banner view-banner__refused">
            {t.refused}
          </p>
        )}
      </div>
    </section>
  );
}

/** A tab without a view: reloaded, over, or opened with a code that is no longer valid. */
function Over({ title, lead, children }: { title: string; lead: string; children?: ReactNode }) {
  useTitle(title);
  return (
    <Page width="center">
      <div className="stack center" role="alert">
        <OrbitEmblem mark="alert" still />
        <PageHead title={title} lead={lead} />
        {children}
      </div>
    </Page>
  );
}

type OpeningProps = { code: string; onOpened: (view: View) => void };

function Opening({ code, onOpened }: OpeningProps) {
  const [failure, setFailure] = useState<unknown>();
  const [tries, setTries] = useState(0);
  useTitle(t.opening);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try asks once
  useEffect(() => {
    void exchange(code).then(onOpened, setFailure);
  }, [tries]);
  if (failure === undefined) return <LoadingPage />;
  if (isFinal(failure)) return <Over {...t.used} />;
  return (
    <Over title={t.failed.title} lead={failure instanceof NetworkError ? failure.message : t.failed.lead}>
      <div className="row row--middle">
        <Button
          onClick={() => {
            setFailure(undefined);
            setTries(tries + 1);
          }}
        >
          {t.retry}
        </Button>
      </div>
    </Over>
  );
}

/**
 * Shows the pages of a candidate to a member of the team, read-only (spec 25.6.3); without a code it says that there is nothing
 * to show.
 */
export async function showView(root: Root): Promise<void> {
  sealTab();
  const code = takeCode();
  if (!code) return root.render(<Over {...t.over} />);
  const view = await new Promise<View>((opened) => root.render(<Opening code={code} onOpened={opened} />));
  keepTabAccess(view.access);
  refuseChanges();
  history.replaceState(null, '', BASE + view.path);
  const { showApp } = await chunk(() => import('./app.tsx'));
  showApp(root, <ViewBanner endsAt={view.endsAt} />);
}
