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
 * What the server runs of the web app: this file is built apart, and it draws with the components of the
 * browser. Nothing here may keep what belongs to one host or person: one process paints for all of them.
 */
export type PaintedPage = {
  name: PaintedName;
  /** What the links of the page carry on; it is filled in for each answer. */
  query: string;
  /** True when another page was asked for, which a session of this tab alone might open. */
  sentHere: boolean;
};

/** Modules that a page loads besides those of the entry: their styles stand in it. */
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
/** Address of each page, with a query that `fillQuery` finds again. */
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

/** The painted page of an address for who has no session; undefined where the page is drawn in the browser alone. */
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

/** Parts of a page that are loaded when they are first drawn are there after a few turns. */
const MOST_TURNS = 20;
const UNFINISHED = '<!--$!-->';

/** Draws a page; where `withQuery` is set its links hold a query that stands for the real one. */
export async function paint(name: PaintedName, withQuery: boolean, settings: Settings): Promise<string> {
  const [path, query, stands] = ADDRESSES[name];
  const search = [withQuery ? stands : '', query].filter(Boolean).join('&');
  const page = name === 'goodbye' ? <Goodbye /> : <Gate enter={() => undefined} />;
  for (let turns = 0; turns < MOST_TURNS; turns++) {
    // Set before each drawing, since another one may have come in between.
    paintWith(settings);
    paintAt({ pathname: BASE + path, search: search && `?${search}` });
    const html = renderToString(page);
    if (!html.includes(UNFINISHED)) return html;
    await new Promise((turn) => setTimeout(turn));
  }
  throw new Error(`The page ${name} is never finished`);
}

/** Puts the real query, as `pageOf` gave it, into the links of a page that was drawn with one. */
export const fillQuery = (html: string, { name, query }: PaintedPage): string =>
  html.replaceAll(ADDRESSES[name][2], () => query.replaceAll('&', '&amp;').replaceAll("'", '&#x27;'));

/** Script of a painted page, in front of everything that can be pressed. */
export const HOLD = `(${String(holdPresses)})()`;

/** Script of the pages of who is signed in, in front of their styles and scripts. */
export const EARLY = `(${String(askEarly)})(${JSON.stringify(firstAddresses())})`;

const still = (page: ReactNode): string => renderToStaticMarkup(page);

/** Read by browsers that know the newest signs our scripts are written in (`ui/build/oldest.ts`); others stop at it. */
export const NEWEST = 'window.orbitaKnows=class{static #a(){}};window.orbitaKnows??=0';

/** Shows in place of the page what stands for it in browsers that stopped there. */
export const TOO_OLD = `(${String(sayTooOld)})()`;

/** The question about cookies, where a page asks it; empty otherwise. `script` is how a script is written there. */
export function cookieQuestion(address: string, cookies: string, script: (text: string) => string): string {
  const [path = ''] = address.slice(BASE.length).split('?');
  if (consentIn(cookies) || !asksAboutCookies(path)) return '';
  const notice = renderToString(<CookieNotice onAnswered={() => undefined} />);
  // The script goes when it has run: the page goes on with what remains.
  const hold = script(`(${String(holdAnswer)})();document.currentScript.remove()`);
  return `<div id="${COOKIE_PLACE}">${notice}${hold}</div>`;
}

/** Said while a form waits for the scripts. */
export const waitLine = (): string =>
  still(<p id="orbita-wait" className="visually-hidden" role="status" data-text={t.waiting} />);

/** What is seen in place of every page where scripts are off. */
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

/** What is seen in place of every page in browsers too old for it. */
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
        {/* Nothing of this page can be reached by the keyboard, its heading included. */}
        <h1>{text}</h1>
      </div>
    </Page>,
  );

/** S-43 where the server itself cannot make a page. */
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
