import '../styles/banner.css';
import { Button } from './button.tsx';
import { cookieTexts } from './cookie-texts.ts';

export type CookieBannerProps = {
  text?: string;
  onAll: () => void;
  onNecessary: () => void;
  onCustomise: () => void;
  /** Stands in the flow instead of at the bottom of the window. */
  inline?: boolean;
};

/** Three choices, two of equal weight. At the bottom, above the action bar, never modal. */
export function CookieBanner({ text, onAll, onNecessary, onCustomise, inline }: CookieBannerProps) {
  const banner = (
    <section className="cookie-banner" aria-label={cookieTexts.title}>
      <p>{text ?? cookieTexts.text}</p>
      <div className="cookie-banner__actions">
        <Button kind="outline" small onClick={onAll}>
          {cookieTexts.all}
        </Button>
        <Button kind="outline" small onClick={onNecessary}>
          {cookieTexts.necessary}
        </Button>
        <Button kind="quiet" small onClick={onCustomise}>
          {cookieTexts.customise}
        </Button>
      </div>
    </section>
  );
  return inline ? banner : <div className="cookie-place">{banner}</div>;
}
