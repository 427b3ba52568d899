import './styles/banner.css';
import { Button } from './button.tsx';
import { cookieTexts } from './cookie-texts.ts';

export type CookieBannerProps = {
  text?: string;
  onAll: () => void;
  onNecessary: () => void;
  onCustomise: () => void;
};

/**
 * Three choices, two of equal weight. In the flow above the page, so that it covers nothing and the main action stays visible
 * on phones; never modal.
 */
export function CookieBanner({ text, onAll, onNecessary, onCustomise }: CookieBannerProps) {
  return (
    <section className="cookie-banner" aria-label={cookieTexts.title}>
      <p>
        {text ?? cookieTexts.text}{' '}
        <button type="button" className="cookie-banner__more" onClick={onCustomise}>
          {cookieTexts.customise}
        </button>
      </p>
      <div className="cookie-banner__actions">
        <Button kind="outline" small onClick={onAll}>
          {cookieTexts.all}
        </Button>
        <Button kind="outline" small onClick={onNecessary}>
          {cookieTexts.necessary}
        </Button>
      </div>
    </section>
  );
}
