import { ButtonLink } from '@orbita/ui/button';
import { GoodNews } from '@orbita/ui/good-news';
import { Page } from '@orbita/ui/page';
import { appTexts as t } from '../texts/app.ts';
import { BrandBar } from './brand-bar.tsx';
import { OwnHelp } from './own-help.tsx';
import { useTitle } from './title.ts';

/** S-42: unknown address, or an id that belongs to somebody else. */
export function NotFoundPage() {
  useTitle(t.notFoundTitle);
  return (
    <>
      <BrandBar />
      <Page width="center">
        <GoodNews mark="question" lost title={t.notFoundTitle}>
          <p className="small" lang="en">
            {t.notFoundSeed}
          </p>
          <p>{t.notFoundHelp}</p>
          <ButtonLink href="/">{t.backToStart}</ButtonLink>
          <OwnHelp />
        </GoodNews>
      </Page>
    </>
  );
}
