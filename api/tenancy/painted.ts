import { statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Platform } from '../platform/platform.ts';
import type { PageSettings } from './page-head.ts';

/** A page that is rendered before its scripts run, as described by the web app's `painted.tsx`. */
export type PaintedPage = { name: string; query: string; sentHere: boolean };

/** Exports of `web/dist/painted/painted.js`: the browser's components, rendered on the server. */
export type Painter = {
  MODULES: Record<string, string | undefined>;
  HOLD: string;
  EARLY: string;
  NEWEST: string;
  TOO_OLD: string;
  pageOf(address: string, settings: PageSettings): PaintedPage | undefined;
  paint(name: string, withQuery: boolean, settings: PageSettings): Promise<string>;
  fillQuery(html: string, page: PaintedPage): string;
  cookieQuestion(address: string, cookies: string, script: (text: string) => string): string;
  waitLine(): string;
  withoutScripts(): string;
  tooOld(): string;
  unknownHost(text: string): string;
  failure(trace: string): string;
};

/**
 * Reads the painter of a build; undefined when there is none, in which case only the browser renders pages. A new build is picked
 * up like the page itself.
 */
export function painterReader(dist: string): () => Promise<Painter | undefined> {
  const file = join(dist, 'painted/painted.js');
  let known: { at: number; painter: Promise<Painter> } | undefined;
  return async () => {
    const at = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
    if (at === undefined) return undefined;
    if (known?.at !== at)
      known = { at, painter: import(`${pathToFileURL(file).href}?at=${at}`) as Promise<Painter> };
    return known.painter;
  };
}

/** Hosts times pages; a page has about six kilobytes. */
const MOST = 512;

type Known = { painter: Painter; settings: PageSettings; html: Promise<string> };
const memories = new WeakMap<Platform, Map<string, Known>>();

/** Number of pre-rendered pages that a process has cached. */
export const paintingsKept = (platform: Platform): number => memories.get(platform)?.size ?? 0;

/**
 * A page of a host, rendered once for these settings. `settings` is the same object as long as the host's settings are cached, so
 * a changed brand is rendered again.
 */
export async function paintingOf(
  platform: Platform,
  painter: Painter,
  hostId: string,
  page: PaintedPage,
  settings: PageSettings,
): Promise<string> {
  let memory = memories.get(platform);
  if (!memory) {
    memory = new Map();
    memories.set(platform, memory);
  }
  const withQuery = page.query !== '';
  const key = `${hostId}:${page.name}:${withQuery}`;
  let known = memory.get(key);
  if (known?.settings !== settings || known.painter !== painter) {
    // Re-inserted at the end, so that the first entry of the map is the oldest.
    memory.delete(key);
    known = { painter, settings, html: painter.paint(page.name, withQuery, settings) };
    memory.set(key, known);
    known.html.catch(() => memory.delete(key));
    const [oldest] = memory.keys();
    if (memory.size > MOST && oldest !== undefined) memory.delete(oldest);
  }
  const html = await known.html;
  return withQuery ? painter.fillQuery(html, page) : html;
}

/** Other sites of an institution may set a cookie with this name for its whole domain; ours has the three parts of a token. */
const TOKEN = /(?:^|; )accessToken=[\w-]+\.[\w-]+\.[\w-]+(?:;|$)/;
const OWNER = /(?:^|; )uuid=/;

/** Whether the cookies of a request belong to a signed-in person. */
export const isSignedIn = (cookies = ''): boolean => TOKEN.test(cookies);

/**
 * The pre-rendered page for a request. Signed-in people get none, because it would flash up briefly; nor does a tab that may be
 * using an access link, which is indicated by its owner's cookie.
 */
export function pageFor(
  painter: Painter,
  address: string,
  cookies: string | undefined,
  settings: PageSettings,
): PaintedPage | undefined {
  if (isSignedIn(cookies)) return undefined;
  const page = painter.pageOf(address, settings);
  return page?.sentHere && OWNER.test(cookies ?? '') ? undefined : page;
}
