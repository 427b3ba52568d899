import { store } from '@orbita/client/store.ts';
import { EyeIcon } from '@orbita/ui/icons/eye';
import type { Root } from 'react-dom/client';
import { chunk } from '../base/chunk-reload.ts';
import { stayWithin } from '../base/guard.ts';
import { BASE } from '../base/settings.ts';
import { Gate } from '../identity/gate.tsx';
import { refused, sealTab, timesRefused } from '../identity/view-tab.ts';
import { answerFromSample, followBrand, SAMPLE, SAMPLE_COOKIES } from '../tenancy/sample.ts';
import { sampleTexts as t, viewTexts } from '../texts/view.ts';
import '@orbita/ui/styles/banner.css';
import '../identity/view.css';

const PAGES = {
  entry: '/',
  portal: '/portal',
  payment: `/subscriptions/essays/${SAMPLE.paying}`,
  documents: `/subscriptions/essays/${SAMPLE.sending}`,
} as const;
type Shown = keyof typeof PAGES;

const shown = store<Shown>('portal');

/** Above every page of the sample: states that none of the data is real, and links to the other pages. */
function SampleBanner({ onShow }: { onShow: (page: Shown) => void }) {
  const here = shown.use();
  const times = timesRefused.use();
  return (
    <section className="view-banner" aria-label={t.label}>
      <div className="banner view-banner__pages">
        <EyeIcon />
        <b>{t.banner}</b>
        <nav aria-label={t.pages}>
          {(Object.keys(PAGES) as Shown[]).map((page) => (
            <button
              key={page}
              type="button"
              className="button button--quiet button--small"
              aria-current={page === here ? 'page' : undefined}
              onClick={() => onShow(page)}
            >
              {t.names[page]}
            </button>
          ))}
        </nav>
      </div>
      <div role="alert">
        {times > 0 && (
          <p key={times} className="banner view-banner__refused">
            {viewTexts.refused}
          </p>
        )}
      </div>
    </section>
  );
}

/**
 * Shows the pages of the portal with an invented person, in a brand that is being chosen in the team's console (spec 25.14).
 * They are the real pages; their requests are answered from a recording, and nothing leaves the browser.
 */
export async function showSample(root: Root): Promise<void> {
  sealTab(SAMPLE_COOKIES);
  answerFromSample(refused);
  const pages: readonly string[] = Object.values(PAGES);
  stayWithin((wanted) => {
    if (pages.includes(wanted)) return undefined;
    timesRefused.set(timesRefused.get() + 1);
    return PAGES[shown.get() === 'entry' ? 'portal' : shown.get()];
  });
  const { showApp } = await chunk(() => import('./app.tsx'));
  let goTo: ((path: string) => void) | undefined;
  const show = (page: Shown): void => {
    shown.set(page);
    if (page !== 'entry' && goTo) {
      goTo(PAGES[page]);
      return;
    }
    history.replaceState(null, '', BASE + PAGES[page]);
    goTo = undefined;
    const banner = <SampleBanner onShow={show} />;
    if (page !== 'entry') goTo = showApp(root, banner);
    else
      root.render(
        <>
          {banner}
          <Gate enter={() => show('portal')} />
        </>,
      );
  };
  await followBrand(() => {
    goTo = undefined;
    show(shown.get());
  });
  show('portal');
}
