import { Button } from '@orbita/ui/button';
import { Page, PageHead } from '@orbita/ui/page';
import type { Root } from 'react-dom/client';
import { BrandLogo } from '../base/brand-logo.tsx';
import { failureTexts as t } from '../texts/failure.ts';

/** Explains why nobody can sign in here and what to do (spec 4.4); without cookies the sign-in page would just reappear empty. */
function CookiesOffPage() {
  return (
    <Page>
      <div className="stack" role="alert">
        <BrandLogo href="/" />
        <PageHead title={t.cookiesOffTitle} lead={t.cookiesOffHelp} />
        <ul>
          {t.cookiesOffWays.map(([browser, way]) => (
            <li key={browser}>
              <strong>{browser}</strong>, {way}
            </li>
          ))}
        </ul>
        <p>{t.cookiesOffElse}</p>
        <div className="row">
          <Button onClick={() => location.reload()}>{t.retry}</Button>
        </div>
      </div>
    </Page>
  );
}

export const showCookiesOff = (root: Root): void => root.render(<CookiesOffPage />);
