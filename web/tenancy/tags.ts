import { tabStore } from '@orbita/client/storage.ts';
import { isTrackedPlace } from '@orbita/domain/tenancy';
import { addForeignScript } from '../base/foreign-scripts.ts';
import { BASE, settings } from '../base/settings.ts';
import { cookieChoice, onCookieChoice } from './cookie-choice.ts';
import { living, opened, tagsLive } from './tags-live.ts';

type Entry = Record<string, unknown>;
type TagWindow = Window & { dataLayer?: (Entry | IArguments)[] };
const page = globalThis as unknown as TagWindow;

const placeOf = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>) =>
  isTrackedPlace(pathname.slice(BASE.length), search);

/** The server allows third-party scripts in a document by its address (spec 3.1). */
const admitted = placeOf(opened);
const DOCUMENT = Math.random().toString(36).slice(2);
const QUEUE = 'trackingQueue';
const MOST_WAITING = 30;

/**
 * Scripts that the visitor's choice allows here: the tag manager if either purpose is allowed (it is told which), Optimize for
 * analytics only.
 */
function allowedScripts(): string[] {
  const { analytics = false, marketing = false } = cookieChoice() ?? {};
  const { manager, optimize } = settings.tags;
  return [analytics || marketing ? manager : null, analytics ? optimize : null].flatMap((address) =>
    address ? [address] : [],
  );
}

/** A command for Google's tags, which recognise one by being an `arguments` object; they ignore arrays. */
function command(..._said: [what: string, how: string, state: Entry]): IArguments {
  // biome-ignore lint/complexity/noArguments: the object itself is what is read
  return arguments;
}

/** The visitor's consent, in the terms of Google's consent mode version 2. */
function consentState(): Entry {
  const { analytics = false, marketing = false } = cookieChoice() ?? {};
  const word = (allowed: boolean) => (allowed ? 'granted' : 'denied');
  return {
    analytics_storage: word(analytics),
    ad_storage: word(marketing),
    ad_user_data: word(marketing),
    ad_personalization: word(marketing),
  };
}
const DENIED: Entry = {
  ...{ analytics_storage: 'denied', ad_storage: 'denied' },
  ...{ ad_user_data: 'denied', ad_personalization: 'denied' },
};

/** Informs a running tag manager of a new choice. */
function tellChoice(): void {
  const { manager } = settings.tags;
  if (manager && living.has(manager)) page.dataLayer?.push(command('consent', 'update', consentState()));
}
onCookieChoice(tellChoice);

/** True when this visitor allows scripts that this host has. */
export const tagsWanted = (): boolean => allowedScripts().length > 0;

type Waiting = { document: string; payload: Entry };

function waiting(): Waiting[] {
  try {
    const kept: unknown = JSON.parse(tabStore.getItem(QUEUE) ?? '[]');
    return Array.isArray(kept) ? (kept as Waiting[]) : [];
  } catch {
    return [];
  }
}

/** Pushes an event to the data layer; while no script reads it, the event is also stored for the next allowed page. */
export function pushToLayer(payload: Entry): void {
  page.dataLayer ??= [];
  page.dataLayer.push(payload);
  if (tagsLive()) return;
  const queue = [...waiting(), { document: DOCUMENT, payload }].slice(-MOST_WAITING);
  tabStore.setItem(QUEUE, JSON.stringify(queue));
}

/**
 * Loads the scripts that the visitor allows, if document and address permit them. The caller must make sure that no
 * person under 18 is signed in (LGPD art. 14).
 */
export function loadTags(): void {
  if (!admitted || !placeOf(location)) return;
  const missing = allowedScripts().filter((address) => !living.has(address));
  if (missing.length === 0) return;
  const { manager } = settings.tags;
  if (manager && missing.includes(manager)) {
    page.dataLayer ??= [];
    // Placed before every event already pushed: events ahead of it would be read without consent state.
    page.dataLayer.unshift(
      command('consent', 'default', DENIED),
      command('consent', 'update', consentState()),
    );
    for (const { document, payload } of waiting()) if (document !== DOCUMENT) page.dataLayer.push(payload);
    tabStore.removeItem(QUEUE);
    page.dataLayer.push({
      'gtm.start': Math.round(performance.timeOrigin + performance.now()),
      event: 'gtm.js',
    });
  }
  for (const address of missing) {
    living.add(address);
    addForeignScript(address);
  }
}

/** True when navigating there must be a full load, either to remove third-party scripts or to allow them. */
export function mustLoadAnew(to: Pick<Location, 'pathname' | 'search'>, adult: boolean): boolean {
  const allowed = placeOf(to);
  return allowed ? !admitted && adult && tagsWanted() : tagsLive();
}
