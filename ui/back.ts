/**
 * Back closes whatever is open over a page before it leaves the page. Each open layer has a history entry above its page's,
 * with the page's state and the layer's number. All moves through these entries happen here; the router hears of them only when
 * the page changes.
 */
type Layer = { close: () => void; over?: boolean };
type State = { layer?: number; idx?: number } | null;

/** Time within which a closing layer may be followed by another layer or by a navigation that first makes a call. */
const CLOSING_MS = 400;
/** Time after which a layer that was asked to close but is still there counts as open again. */
const REFUSED_MS = 300;
/** Longest time that actions wait for a move through the history: a browser may have dropped it, or be slow. */
const TRAVEL_MS = 1000;
/** Longest time that another document is waited for: on a slow connection it takes as long as all else. */
const LEAVING_MS = 60_000;

const layers: Layer[] = [];
const own = globalThis.history && {
  push: history.pushState.bind(history),
  replace: history.replaceState.bind(history),
  go: history.go.bind(history),
};

const depth = (): number => (history.state as State)?.layer ?? 0;

/** Identifies the page's entry; a layer's entry of the same page yields the same string. */
const entry = (): string => JSON.stringify([location.href, { ...history.state, layer: undefined }]);

/** The entry that the router believes to be current. */
let page = own && entry();
/** What the router put in place of its entry while a layer was open; applied to the page's own entry on return to it. */
let moved: { state: State; url: string } | undefined;
/** The page's scroll restoration, saved while it is turned off. */
let scroll: ScrollRestoration | undefined;
/** Layers of the entry that was last current. */
let last = own ? depth() : 0;
/** Entries of layers that an earlier document of this page has left. */
let left = last;
let timer = 0;
/** Set while the browser is moving to another entry; `waiting` holds what to run on arrival. */
let travel = 0;
/** The move only removes entries of closed layers: the page stays, whatever its entry has become meanwhile. */
let tidying = false;
/** The move took too long and may still arrive: moving again would then leave the page. */
let late = false;
const waiting: (() => void)[] = [];
/**
 * Another document is being opened: a move through the history would cancel that. No event tells when it will not come, because it
 * is a download or the person has stopped it.
 */
let leaving = 0;

function settle(delay: number): void {
  clearTimeout(timer);
  timer = window.setTimeout(match, delay);
}

/** Makes the number of entries match the number of layers. */
function match(): void {
  if (travel) return;
  const more = depth() - layers.length;
  if (more > 0) {
    if (late) return;
    if (leaving) settle(TRAVEL_MS);
    else if (depth() - more < left) tidyLeft(more);
    else {
      tidying = true;
      go(-more);
    }
  } else if (layers.length === 0) removeEventListener('beforeunload', leave);
  else raise();
}

function raise(): void {
  for (let at = depth(); at < layers.length; at++) {
    if (at === 0) {
      scroll = history.scrollRestoration;
      // Going back to the page must not scroll it to where it was when the layer opened.
      history.scrollRestoration = 'manual';
    }
    own.push({ ...history.state, layer: at + 1 }, '');
  }
  last = depth();
}

function go(by: number): void {
  if (by === 0) return;
  travel = window.setTimeout(stopWaiting, TRAVEL_MS);
  own.go(by);
}

/**
 * Removes entries that an earlier document has left, by name. `go` could leave the page: Chromium gives a reloaded document the state
 * of a layer that opened while the reload was on its way, but not its entry. An entry that has no name here, or whose address has
 * changed since, stays as one more entry of this page.
 */
function tidyLeft(by: number): void {
  const { navigation } = globalThis;
  const below = navigation?.entries()[(navigation.currentEntry?.index ?? 0) - by];
  if (!navigation || below?.url !== location.href) {
    keepLeft();
    return;
  }
  tidying = true;
  travel = window.setTimeout(stopWaiting, TRAVEL_MS);
  const { committed, finished } = navigation.traverseTo(below.key);
  Promise.all([committed, finished]).catch(() => {
    clearTimeout(travel);
    travel = 0;
    tidying = false;
    late = false;
    keepLeft();
    for (const act of waiting.splice(0)) act();
  });
}

/** Makes the current entry the page's own, below the layers that are open now. */
function keepLeft(): void {
  left = 0;
  last = 0;
  own.replace({ ...history.state, layer: undefined }, '');
  page = entry();
  settle(0);
}

function stopWaiting(): void {
  travel = 0;
  late = true;
  for (const act of waiting.splice(0)) act();
  settle(0);
}

function leave(): void {
  clearTimeout(leaving);
  leaving = window.setTimeout(() => {
    leaving = 0;
  }, LEAVING_MS);
}

/** The browser has moved through its history; the router is informed afterwards, and only if the page is a different one. */
export function arrived(event: Event): void {
  clearTimeout(travel);
  travel = 0;
  late = false;
  const here = depth();
  const stays = tidying;
  tidying = false;
  const isBack = here === 0 && moved !== undefined && moved.state?.idx === (history.state as State)?.idx;
  if (isBack && moved) own.replace(moved.state, '', moved.url);
  const isSame = stays || here > 0 || (last > 0 && entry() === page);
  if (isSame) event.stopImmediatePropagation();
  else page = entry();
  if (here === 0) {
    left = 0;
    moved = undefined;
    if (isSame && scroll) history.scrollRestoration = scroll;
    scroll = undefined;
  }
  last = here;
  // Layers that opened while entries were being removed get their own now.
  const closing = stays ? [] : layers.splice(here);
  for (const layer of closing.reverse()) layer.close();
  if (closing.length > 0)
    setTimeout(() => {
      const kept = closing.filter((layer) => !layer.over).reverse();
      if (kept.length > 0 && layers.push(...kept)) settle(0);
    }, REFUSED_MS);
  for (const act of waiting.splice(0)) act();
  settle(0);
}

/** Runs an action of the router now, or once the browser has arrived at its entry. */
const then = (act: () => void): void => {
  if (travel) waiting.push(act);
  else act();
};

function start(): void {
  history.pushState = (state, unused, url) =>
    then(() => {
      const over = depth() > 0;
      // The next page replaces the layer it was opened from, so no dead entry stays between the two.
      if (over) own.replace(state, unused, url);
      else own.push(state, unused, url);
      if (scroll) history.scrollRestoration = scroll;
      scroll = undefined;
      moved = undefined;
      late = false;
      last = 0;
      page = entry();
      if (layers.length > 0) settle(0);
    });
  history.replaceState = (state, unused, url) =>
    then(() => {
      const layer = depth();
      if (layer === 0) own.replace(state, unused, url);
      else {
        own.replace({ ...state, layer }, unused, url);
        const { layer: _, ...pages } = history.state;
        moved = { state: pages, url: location.href };
      }
      page = entry();
    });
  // The router does not know the layers' entries.
  history.go = (by = 0) => go(by < 0 ? by - depth() : by);
  // A layer that was open when the page was left or reloaded still has an entry.
  addEventListener('pageshow', () => {
    clearTimeout(leaving);
    leaving = 0;
    settle(0);
  });
  settle(0);
}
if (own) start();

/** Opens a layer over the page and returns a function that removes it. `close` is called when Back is pressed. */
export function addLayer(close: () => void): () => void {
  const layer: Layer = { close };
  layers.push(layer);
  addEventListener('beforeunload', leave);
  settle(0);
  return () => {
    layer.over = true;
    const at = layers.indexOf(layer);
    if (at < 0) return;
    layers.splice(at, 1);
    settle(CLOSING_MS);
  };
}
