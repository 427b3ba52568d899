import { isRouteErrorResponse, useRouteError } from 'react-router';
import { appTexts as t } from '../texts/app.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { OrbitEmblem } from '../ui/orbit.tsx';
import { Page, PageHead } from '../ui/page.tsx';
import { ApiError } from './api.ts';
import { BrandBar } from './brand-bar.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { useTitle } from './title.ts';

const isMissing = (error: unknown) =>
  (isRouteErrorResponse(error) && error.status === 404) ||
  (error instanceof ApiError && error.status === 404);

/** S-43: something failed that the page could not deal with itself. */
export function ErrorPage() {
  const error = useRouteError();
  return isMissing(error) ? <NotFoundPage /> : <UnexpectedPage error={error} />;
}

function UnexpectedPage({ error }: { error: unknown }) {
  useTitle(t.errorTitle);
  const traceId = error instanceof ApiError ? error.traceId : '';
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
        </div>
      </Page>
    </>
  );
}
