import { appTexts as t } from '../texts/app.ts';
import { ButtonLink } from '../ui/button.tsx';
import { OrbitField } from '../ui/orbit.tsx';
import { Page, PageHead } from '../ui/page.tsx';
import { BrandBar } from './brand-bar.tsx';
import { useTitle } from './title.ts';

/** S-42: unknown address, or an id that is not yours. */
export function NotFoundPage() {
  useTitle(t.notFoundTitle);
  return (
    <>
      <BrandBar />
      <Page width="task">
        <OrbitField />
        <PageHead title={t.notFoundTitle} lead={<span lang="en">{t.notFoundSeed}</span>} />
        <p>{t.notFoundHelp}</p>
        <div>
          <ButtonLink href="/portal">{t.backToStart}</ButtonLink>
        </div>
      </Page>
    </>
  );
}
