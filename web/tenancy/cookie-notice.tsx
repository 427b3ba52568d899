import { Button } from '@orbita/ui/button';
import { Check } from '@orbita/ui/check';
import { CookieBanner } from '@orbita/ui/cookie-banner';
import { Dialog } from '@orbita/ui/dialog';
import { focusHeading } from '@orbita/ui/focus-heading.ts';
import { useEffect, useState } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { cookieTexts as t } from '../texts/cookies.ts';
import { COOKIE_PLACE } from './cookie-asked.ts';
import { ALL, type CookieChoice, chooseCookies, NECESSARY } from './cookie-choice.ts';

type Props = { onAnswered: () => void; pressed?: HTMLButtonElement | undefined };

/** S-44: shown on the first visit, above any page, until it is answered. */
export function CookieNotice({ onAnswered, pressed }: Props) {
  const [customising, setCustomising] = useState(false);
  // A button pressed before the scripts loaded is clicked now.
  useEffect(() => pressed?.click(), [pressed]);
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

/** One box for each purpose; both start empty, because consent must be given actively (LGPD art. 8). */
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

/** Hydrates or shows the question above the page's root, so that it stays when the app replaces the sign-in page. */
export function showCookieNotice(): void {
  const painted = document.getElementById(COOKIE_PLACE);
  const place = painted ?? document.createElement('div');
  const pressed = place.querySelectorAll('button')[Number(place.dataset.pressed ?? -1)];
  const onAnswered = () => {
    root.unmount();
    place.remove();
    // The focused button disappeared with the notice; the keyboard focus continues in the page.
    if (document.activeElement === document.body) focusHeading({ preventScroll: true });
  };
  const notice = <CookieNotice onAnswered={onAnswered} pressed={pressed} />;
  if (!painted) document.body.prepend(place);
  const root = painted ? hydrateRoot(place, notice) : createRoot(place);
  if (!painted) root.render(notice);
}

/** Inlined as a script beside the server-rendered question: remembers a press until the page is hydrated. */
export function holdAnswer(): void {
  const place = (document.currentScript as HTMLScriptElement).parentElement as HTMLElement;
  place.addEventListener('click', (event) => {
    const buttons = [].slice.call(place.querySelectorAll('button')) as Element[];
    const at = buttons.indexOf((event.target as Element).closest('button') as Element);
    if (at >= 0) place.setAttribute('data-pressed', String(at));
  });
}
