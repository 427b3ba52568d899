import { ApiError } from '@orbita/client/errors.ts';
import { Button, ButtonLink } from '@orbita/ui/button';
import { OrbitEmblem } from '@orbita/ui/orbit';
import { Page, PageHead } from '@orbita/ui/page';
import { useEffect, useState } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { BrandBar } from '../base/brand-bar.tsx';
import { reportError } from '../base/error-reports.ts';
import { NotFoundPage } from '../base/not-found-page.tsx';
import { OwnHelp } from '../base/own-help.tsx';
import { useTitle } from '../base/title.ts';
import { appTexts as t } from '../texts/app.ts';

const isMissing = (error: unknown) =>
  (isRouteErrorResponse(error) && error.status === 404) ||
  (error instanceof ApiError && error.status === 404);

/** S-43: an error that the page did not handle itself. */
export function ErrorPage() {
  const error = useRouteError();
  return isMissing(error) ? <NotFoundPage /> : <UnexpectedPage error={error} />;
}

/** The id by which support finds the failure: the server's trace id, or the id of the page's own report. */
function useTrace(error: unknown): string {
  const [reported, setReported] = useState('');
  useEffect(() => {
    void reportError(error).then((id) => id && setReported(id));
  }, [error]);
  return error instanceof ApiError ? error.traceId : reported;
}

function UnexpectedPage({ error }: { error: unknown }) {
  useTitle(t.errorTitle);
  const traceId = useTrace(error);
  return (
    <>
      <BrandBar />
      <Page width="center">
        <div className="stack center">
          <OrbitEmblem mark="alert" still />
          <PageHead title={t.errorTitle} lead={t.errorHelp} />
          {traceId && <p className="small muted">{t.traceId(traceId)}</p>}
          <div className="row row--middle">
            <Button onClick={() => location.reload()}>{t.retry}</Button>
            <ButtonLink kind="quiet" href="/">
              {t.backToStart}
            </ButtonLink>
          </div>
          <OwnHelp />
        </div>
      </Page>
    </>
  );
}
