import { NetworkError } from '@orbita/client/errors.ts';
import { PlainBar } from '@orbita/ui/bar';
import { Button } from '@orbita/ui/button';
import { LiveLine } from '@orbita/ui/live-line';
import { OrbitEmblem } from '@orbita/ui/orbit';
import { Page, PageHead } from '@orbita/ui/page';
import { useEffect, useState } from 'react';
import type { Root } from 'react-dom/client';
import { BrandLogo } from '../base/brand-logo.tsx';
import { LoadingPage } from '../base/loading-page.tsx';
import { BASE } from '../base/settings.ts';
import { useTitle } from '../base/title.ts';
import { accessKeyTexts as t } from '../texts/access-key.ts';
import { openLink } from './access-key.ts';

type LinkPageProps = { onOpened: () => void };

/** Shown while a key is exchanged, and when the server could not be reached. */
function LinkPage({ onOpened }: LinkPageProps) {
  const [failure, setFailure] = useState<unknown>();
  const [tries, setTries] = useState(0);
  useTitle(failure ? t.failedTitle : t.opening);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try asks once
  useEffect(() => {
    let left = false;
    openLink().then(
      () => !left && onOpened(),
      (error: unknown) => !left && setFailure(error),
    );
    return () => {
      left = true;
    };
  }, [tries]);
  if (!failure)
    return (
      <>
        <LiveLine>{t.opening}</LiveLine>
        <LoadingPage />
      </>
    );
  return (
    <>
      <PlainBar>
        <BrandLogo href={`${BASE}/`} />
      </PlainBar>
      <Page width="center">
        <div className="stack center" role="alert">
          <OrbitEmblem mark="alert" still />
          <PageHead
            title={t.failedTitle}
            lead={failure instanceof NetworkError ? failure.message : t.failed}
          />
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
        </div>
      </Page>
    </>
  );
}

/** Shows the exchange of the key in the address bar; resolves once the address is that of a page to show. */
export const showLink = (root: Root): Promise<void> =>
  new Promise((done) => root.render(<LinkPage onOpened={done} />));
