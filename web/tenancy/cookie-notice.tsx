import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { cookieTexts as t } from '../texts/cookies.ts';
import { Button } from '../ui/button.tsx';
import { Check } from '../ui/check.tsx';
import { CookieBanner } from '../ui/cookie-banner.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { focusHeading } from '../ui/focus-heading.ts';
import { ALL, type CookieChoice, chooseCookies, NECESSARY } from './cookie-choice.ts';

/** S-44: asked on the first visit, over whatever page that is, until it is answered. */
function CookieNotice({ onAnswered }: { onAnswered: () => void }) {
  const [customising, setCustomising] = useState(false);
  useEffect(() => {
    // While the banner stands, focused things are scrolled clear of it.
    document.documentElement.dataset.cookies = '';
    return () => {
      delete document.documentElement.dataset.cookies;
    };
  }, []);
  const answer = (choice: CookieChoice) => {
    chooseCookies(choice);
    onAnswered();
  };
  return (
    <>
      <CookieBanner
        onAll={() => answer(ALL)}
        onNecessary={() => answer(NECESSARY)}
        onCustomise={() => setCustomising(true)}
      />
      {customising && <Preferences onClose={() => setCustomising(false)} onSave={answer} />}
    </>
  );
}

type PreferencesProps = { onClose: () => void; onSave: (choice: CookieChoice) => void };

/** One box for each purpose; both start empty, as consent must be given, not taken away (LGPD art. 8). */
function Preferences({ onClose, onSave }: PreferencesProps) {
  const [choice, setChoice] = useState(NECESSARY);
  const set = (part: Partial<CookieChoice>) => setChoice((before) => ({ ...before, ...part }));
  return (
    <Dialog
      open
      onClose={onClose}
      title={t.title}
      foot={
        <>
          <Button block onClick={() => onSave(choice)}>
            {t.save}
          </Button>
          <Button block kind="quiet" onClick={onClose}>
            {t.back}
          </Button>
        </>
      }
    >
      <p>{t.lead}</p>
      <p className="small muted">{t.necessary}</p>
      <Check checked={choice.analytics} onChange={(event) => set({ analytics: event.target.checked })}>
        {t.analytics}
      </Check>
      <Check checked={choice.marketing} onChange={(event) => set({ marketing: event.target.checked })}>
        {t.marketing}
      </Check>
    </Dialog>
  );
}

/** Renders the banner outside the page's root, so that it stays when the sign-in page is replaced by the app. */
export function showCookieNotice(): void {
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  root.render(
    <CookieNotice
      onAnswered={() => {
        root.unmount();
        place.remove();
        // The button that had the focus is gone with the notice; the keyboard goes on from the page.
        if (document.activeElement === document.body) focusHeading({ preventScroll: true });
      }}
    />,
  );
}
