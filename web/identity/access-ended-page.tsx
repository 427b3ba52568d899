import { ButtonLink } from '@orbita/ui/button';
import { OrbitEmblem } from '@orbita/ui/orbit';
import { Page, PageHead } from '@orbita/ui/page';
import { BrandBar } from '../base/brand-bar.tsx';
import { OwnHelp } from '../base/own-help.tsx';
import { rootToDraw, rootToGoOnWith } from '../base/root.ts';
import { StartBoundary } from '../base/start-failed.tsx';
import { useTitle } from '../base/title.ts';
import { accessKeyTexts as t } from '../texts/access-key.ts';
import { useReleaseWithoutForm } from './take-over.ts';

/** Goodbye page, also seen by the next person at a shared computer. */
export function AccessEndedPage() {
  useTitle(t.endedTitle);
  useReleaseWithoutForm();
  return (
    <>
      <BrandBar />
      <Page width="center">
        <div className="stack center">
          <OrbitEmblem mark="check" still />
          <PageHead title={t.endedTitle} lead={t.endedLead} />
          <p className="small muted">{t.endedHelp}</p>
          <div className="row row--middle">
            <ButtonLink kind="quiet" href="/">
              {t.enter}
            </ButtonLink>
          </div>
          <OwnHelp />
        </div>
      </Page>
    </>
  );
}

/** The same outside the app, as the server renders it. */
export const Goodbye = () => (
  <StartBoundary>
    <AccessEndedPage />
  </StartBoundary>
);

/** Shows the goodbye page when nobody is signed in; it needs nothing from the app. */
export function showGoodbye(): void {
  if (document.getElementById('root')?.dataset.painted === 'goodbye') rootToGoOnWith(<Goodbye />);
  else rootToDraw().render(<Goodbye />);
}
