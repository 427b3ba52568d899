import { ENDED_LINK } from '@orbita/domain/identity';
import { ButtonLink } from '@orbita/ui/button';
import { OrbitEmblem } from '@orbita/ui/orbit';
import { Page, PageHead } from '@orbita/ui/page';
import type { ReactNode } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { BASE } from '../base/base.ts';
import { askEarly } from '../base/early.ts';
import { entryOf } from '../base/entry.ts';
import { firstAddresses } from '../base/first-calls.ts';
import { paintAt } from '../base/here.ts';
import { holdPresses } from '../base/hold.ts';
import { paintWith, type Settings } from '../base/settings.ts';
import { Goodbye } from '../identity/access-ended-page.tsx';
import { Gate } from '../identity/gate.tsx';
import { type PaintedName, paintedName } from '../identity/painted-name.ts';
import { asksAboutCookies, COOKIE_PLACE, consentIn } from '../tenancy/cookie-asked.ts';
import { CookieNotice, holdAnswer } from '../tenancy/cookie-notice.tsx';
import { appTexts } from '../texts/app.ts';
import { paintTexts as t } from '../texts/paint.ts';
import { sayTooOld } from './too-old.ts';

/**
 * The part of the web app that the server runs: this file is built separately, and it renders the same components as the
 * browser. Nothing here may be kept per host or person: one process renders for all of them.
 */
export type PaintedPage = {
  name: PaintedName;
  /** Query that the page's links carry on; filled in for each response. */
  query: string;
  /** True when another page was requested, which only a session of this tab could open. */
  sentHere: boolean;
};

/** Modules that a page loads besides the entry's: their styles are linked in it. */
export const MODULES: Record<PaintedName, string | undefined> = {
  'sign-in': undefined,
  'sign-in-first': undefined,
  'sign-in-ended': undefined,
  'sign-up': 'identity/sign-up-panel.tsx',
  code: 'identity/codes/code-panel.tsx',
  reset: 'identity/passwords/reset-panel.tsx',
  goodbye: 'identity/access-ended-page.tsx',
};

const PANEL = 'painel';
/** Address of each page, with a query that `fillQuery` recognises. */
const FIRST = 'redirectTo=%2Forbita%2Fcandidate%2Fportal';
const SOME = 'com=busca';
const ADDRESSES: Record<PaintedName, [path: string, query: string, stands: string]> = {
  'sign-in': ['/', '', SOME],
  'sign-in-first': ['/', '', FIRST],
  'sign-in-ended': ['/', '', `redirectTo=${encodeURIComponent(BASE + ENDED_LINK)}`],
  'sign-up': ['/', `${PANEL}=criar-conta`, SOME],
  code: ['/', `${PANEL}=entrar-com-codigo`, SOME],
  reset: ['/reset-password', '', SOME],
  goodbye: ['/logout', '', SOME],
};

/**
 * The server-rendered page of an address for somebody without a session; undefined if the page is rendered in the browser only.
 */
export function pageOf(address: string, settings: Settings): PaintedPage | undefined {
  paintWith(settings);
  let below = address.startsWith(BASE) ? address.slice(BASE.length) : address;
  let entry = entryOf(below, false);
  const sentHere = typeof entry === 'object';
  for (let turns = 0; typeof entry === 'object' && turns < 3; turns++) {
    below = entry.replace;
    entry = entryOf(below, false);
  }
  const [pathname = '', search = ''] = below.split(/\?(.*)/s);
  const query = new URLSearchParams(search);
  query.delete(PANEL);
  if (entry === 'goodbye') return { name: 'goodbye', query: '', sentHere: false };
  if (entry !== 'sign-in') return undefined;
  paintAt({ pathname: BASE + pathname, search: search && `?${search}` });
  const name = paintedName();
  return name && { name, query: query.toString(), sentHere };
}

/** Lazily loaded parts of a page are available after a few passes. */
const MOST_TURNS = 20;
const UNFINISHED = '<!--$!-->';

/** Renders a page; with `withQuery` its links carry a placeholder for the real query. */
export async function paint(name: PaintedName, withQuery: boolean, settings: Settings): Promise<string> {
  const [path, query, stands] = ADDRESSES[name];
  const search = [withQuery ? stands : '', query].filter(Boolean).join('&');
  const page = name === 'goodbye' ? <Goodbye /> : <Gate enter={() => undefined} />;
  for (let turns = 0; turns < MOST_TURNS; turns++) {
    // Set before each pass, since another render may have run in between.
    paintWith(settings);
    paintAt({ pathname: BASE + path, search: search && `?${search}` });
    const html = renderToString(page);
    if (!html.includes(UNFINISHED)) return html;
    await new Promise((turn) => setTimeout(turn));
  }
  throw new Error(`The page ${name} is never finished`);
}

/** Puts the real query, as given by `pageOf`, into the links of a page that was rendered with a placeholder. */
export const fillQuery = (html: string, { name, query }: PaintedPage): string =>
  html.replaceAll(ADDRESSES[name][2], () => query.replaceAll('&', '&amp;').replaceAll("'", '&#x27;'));

/** Script of a server-rendered page, before anything that can be pressed. */
export const HOLD = `(${String(holdPresses)})()`;

/** Script of the pages of signed-in people, before their styles and scripts. */
export const EARLY = `(${String(askEarly)})(${JSON.stringify(firstAddresses())})`;

const still = (page: ReactNode): string => renderToStaticMarkup(page);

/** Parsed by browsers that know the newest syntax of our scripts (`ui/build/oldest.ts`); others stop at it. */
export const NEWEST = 'window.orbitaKnows=class{static #a(){}};window.orbitaKnows??=0';

/** Shows the replacement page in browsers that stopped there. */
export const TOO_OLD = `(${String(sayTooOld)})()`;

/** The cookie question, on pages that ask it; otherwise empty. `script` wraps script text in the element for that page. */
export function cookieQuestion(address: string, cookies: string, script: (text: string) => string): string {
  const [path = ''] = address.slice(BASE.length).split('?');
  if (consentIn(cookies) || !asksAboutCookies(path)) return '';
  const notice = renderToString(<CookieNotice onAnswered={() => undefined} />);
  // The script removes itself after running, so that the remaining markup can be hydrated.
  const hold = script(`(${String(holdAnswer)})();document.currentScript.remove()`);
  return `<div id="${COOKIE_PLACE}">${notice}${hold}</div>`;
}

/** Announced while a form waits for the scripts. */
export const waitLine = (): string =>
  still(<p id="orbita-wait" className="visually-hidden" role="status" data-text={t.waiting} />);

/** Shown instead of every page when scripts are disabled. */
export const withoutScripts = (): string =>
  still(
    <Page width="center">
      <div className="stack center">
        <OrbitEmblem mark="alert" still />
        <PageHead title={t.scriptsTitle} lead={t.scriptsLead} />
        <p>{t.scriptsHelp}</p>
      </div>
    </Page>,
  );

/** Shown instead of every page in browsers that are too old. */
export const tooOld = (): string =>
  still(
    <Page width="center">
      <div className="stack">
        <PageHead title={t.oldTitle} lead={t.oldLead} />
        <ul>
          {t.oldWays.map((way) => (
            <li key={way}>{way}</li>
          ))}
        </ul>
        <p>{t.oldKept}</p>
      </div>
    </Page>,
  );

/** Page of an address that belongs to no institution. */
export const unknownHost = (text: string): string =>
  still(
    <Page width="center">
      <div className="stack center">
        <OrbitEmblem mark="question" lost still />
        {/* Nothing on this page is focusable, including its heading. */}
        <h1>{text}</h1>
      </div>
    </Page>,
  );

/** S-43 for when the server itself cannot produce a page. */
export const failure = (trace: string): string =>
  still(
    <Page width="center">
      <div className="stack center">
        <OrbitEmblem mark="alert" still />
        <PageHead title={appTexts.errorTitle} lead={appTexts.errorHelp} />
        <p className="small muted">{appTexts.traceId(trace)}</p>
        <div className="row row--middle">
          {/* biome-ignore lint/a11y/useValidAnchor: an empty address is that of the page itself */}
          <a className="button button--primary" href="">
            {appTexts.retry}
          </a>
          <ButtonLink kind="quiet" href={`${BASE}/`}>
            {appTexts.backToStart}
          </ButtonLink>
        </div>
      </div>
    </Page>,
  );
