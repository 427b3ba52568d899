import '../styles/banner.css';
import { Button } from './button.tsx';
import { uiTexts } from './texts.ts';

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
    <section className="cookie-banner" aria-label={uiTexts.cookies}>
      <p>{text ?? uiTexts.cookiesText}</p>
      <div className="cookie-banner__actions">
        <Button kind="outline" small onClick={onAll}>
          {uiTexts.cookiesAll}
        </Button>
        <Button kind="outline" small onClick={onNecessary}>
          {uiTexts.cookiesNecessary}
        </Button>
        <Button kind="quiet" small onClick={onCustomise}>
          {uiTexts.cookiesCustomise}
        </Button>
      </div>
    </section>
  );
  return inline ? banner : <div className="cookie-place">{banner}</div>;
}
