/**
 * Back closes what is open over a page before it leaves the page. Each open layer has an entry of the history above that
 * of its page, with the state of the page and its own number; whatever moves through these entries is done here, and the
 * router hears of it only when the page changes.
 */
type Layer = { close: () => void; over?: boolean };
type State = { layer?: number; idx?: number } | null;

/** Time in which the one that closes may be followed by another, or by a move to another page, for which a call is made first. */
const CLOSING_MS = 400;
/** Time after which one that was asked to close and is still there counts as open again. */
const REFUSED_MS = 300;
/** Longest time for which acts wait for a way through the history: a browser may have dropped it, or be slow. */
const TRAVEL_MS = 1000;

const layers: Layer[] = [];
const own = globalThis.history && {
  push: history.pushState.bind(history),
  replace: history.replaceState.bind(history),
  go: history.go.bind(history),
};

const depth = (): number => (history.state as State)?.layer ?? 0;

/** The entry of the page, by which one knows it again from a layer of it as well. */
const entry = (): string => JSON.stringify([location.href, { ...history.state, layer: undefined }]);

/** The entry that the router believes to be in. */
let page = own && entry();
/** What the router put in place of its entry while a layer was open: done to the page's own when one is back there. */
let moved: { state: State; url: string } | undefined;
/** How the page's entry is scrolled to, while that is held back. */
let scroll: ScrollRestoration | undefined;
/** Layers of the entry in which one was last. */
let last = own ? depth() : 0;
let timer = 0;
/** Set while the browser is on its way to another entry, and what waits for its arrival. */
let travel = 0;
/** That way only takes away what was closed: the page stays, whatever its entry has become meanwhile. */
let tidying = false;
/** That way took too long and may still arrive: going once more would then leave the page. */
let late = false;
const waiting: (() => void)[] = [];
/** Another document is being opened: a move through the history would stop that. */
let leaving = 0;

function settle(delay: number): void {
  clearTimeout(timer);
  timer = window.setTimeout(match, delay);
}

/** Makes as many entries as there are layers. */
function match(): void {
  if (travel) return;
  const more = depth() - layers.length;
  if (leaving) settle(TRAVEL_MS);
  else if (more > 0) {
    if (late) return;
    tidying = true;
    go(-more);
  } else if (layers.length === 0) removeEventListener('beforeunload', leave);
  else raise();
}

function raise(): void {
  for (let at = depth(); at < layers.length; at++) {
    if (at === 0) {
      scroll = history.scrollRestoration;
      // Going back to the page must not move it to where it stood when the layer came.
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
  }, TRAVEL_MS);
}

/** The browser has moved through its history; the router hears of it afterwards, and only where the page is another. */
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
    moved = undefined;
    if (isSame && scroll) history.scrollRestoration = scroll;
    scroll = undefined;
  }
  last = here;
  // What opened while entries were taken away gets its own now.
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

/** Runs an act of the router now, or when the browser has arrived where it is going. */
const then = (act: () => void): void => {
  if (travel) waiting.push(act);
  else act();
};

function start(): void {
  history.pushState = (state, unused, url) =>
    then(() => {
      const over = depth() > 0;
      // A page that follows takes the place of the layer it was opened from: no dead entry stays between the two.
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
  // The entries of layers are none of the router's.
  history.go = (by = 0) => go(by < 0 ? by - depth() : by);
  // One that was open when the page was left or loaded again has an entry still.
  addEventListener('pageshow', () => settle(0));
  settle(0);
}
if (own) start();

/** Opens a layer over the page; the returned function takes it away. `close` is called when Back is pressed. */
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
