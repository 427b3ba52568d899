import { afterEach, beforeEach, expect, it, vi } from 'vitest';

/** A history that behaves like a browser's: it has entries, moving takes a moment, and a move to another entry fires an event. */
class Browser {
  entries: { state: unknown; url: string; scroll: string }[] = [
    { state: null, url: '/before', scroll: 'auto' },
    { state: { key: 'a', idx: 1 }, url: '/page', scroll: 'auto' },
  ];
  at = 1;
  /** Addresses the router was notified of. */
  heard: string[] = [];
  listeners: ((event: Event) => void)[] = [];
  /** Called when another document is being opened. */
  leaving = new Set<(event: Event) => void>();
  /** Called when the document is shown, also when it comes back as it was left. */
  shown: (event: Event) => void = () => undefined;
  /** Milliseconds that a move requested by a page takes. */
  slowness = 5;
  /** Entries by which a document believes to be further on: 1 if it was reloaded while a layer opened, as in Chromium. */
  ahead = 0;

  /** The part of it that a document sees. */
  history(): History {
    const browser = this;
    return {
      get state() {
        return browser.entries[browser.at + browser.ahead]?.state ?? null;
      },
      get scrollRestoration() {
        return browser.entries[browser.at]?.scroll;
      },
      set scrollRestoration(mode) {
        Object.assign(browser.entries[browser.at] ?? {}, { scroll: mode });
      },
      pushState(state: unknown, _: string, url?: string) {
        const { scroll = 'auto' } = browser.entries[browser.at] ?? {};
        browser.entries.splice(browser.at + 1, Number.POSITIVE_INFINITY, {
          state,
          url: url ?? browser.url,
          scroll,
        });
        browser.at += 1;
      },
      replaceState(state: unknown, _: string, url?: string) {
        Object.assign(browser.entries[browser.at + browser.ahead] ?? {}, { state, url: url ?? browser.url });
      },
      go: (by: number) => void setTimeout(() => browser.press(by), browser.slowness),
    } as unknown as History;
  }
  /** What newer browsers also have; only entries that are really below or above the current one can be moved to by name. */
  navigation(): Partial<Navigation> {
    const browser = this;
    return {
      get currentEntry() {
        return { index: browser.at + browser.ahead } as NavigationHistoryEntry;
      },
      entries: () => this.entries.map(({ url }, at) => ({ url, key: String(at) }) as NavigationHistoryEntry),
      traverseTo: (key) => {
        const committed =
          browser.ahead > 0
            ? Promise.reject(new DOMException('Invalid key', 'InvalidStateError'))
            : Promise.resolve({} as NavigationHistoryEntry);
        if (browser.ahead === 0) setTimeout(() => browser.press(Number(key) - browser.at), browser.slowness);
        return { committed, finished: committed };
      },
    };
  }
  get url(): string {
    return this.entries[this.at]?.url ?? '';
  }
  /** Back and forward, as the person presses them. */
  press(by: number): void {
    const to = this.at + by;
    if (!this.entries[to] || by === 0) return;
    this.at = to;
    let stopped = false;
    const event = {
      stopImmediatePropagation: () => {
        stopped = true;
      },
    } as Event;
    // A window calls them in the order of registration, whether or not they are capturing.
    for (const listener of this.listeners) if (!stopped) listener(event);
  }
  get stack(): string[] {
    return this.entries.map(({ url }) => url);
  }
}

let browser: Browser;
const settle = () => vi.advanceTimersByTimeAsync(900);

/** Loads a document at the browser's current entry. */
async function load() {
  vi.resetModules();
  vi.clearAllTimers();
  browser.listeners = [];
  vi.stubGlobal('history', browser.history());
  const { openLayer } = await import('./layer.ts');
  // The router starts before the first touch, which `layer.ts` waits for.
  browser.listeners.push(() => void browser.heard.push(browser.url));
  await import('./back.ts');
  return { addLayer: openLayer };
}

beforeEach(() => {
  vi.useFakeTimers();
  browser = new Browser();
  vi.stubGlobal('location', {
    get href() {
      return browser.url;
    },
  });
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('navigation', browser.navigation());
  vi.stubGlobal('addEventListener', (name: string, listener: (event: Event) => void) => {
    if (name === 'popstate') browser.listeners.push(listener);
    if (name === 'beforeunload') browser.leaving.add(listener);
    if (name === 'pageshow') browser.shown = listener;
  });
  vi.stubGlobal('removeEventListener', (name: string, listener: (event: Event) => void) => {
    if (name === 'beforeunload') browser.leaving.delete(listener);
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A dialog that closes when it is asked to. */
function dialog(addLayer: (close: () => void) => () => void) {
  const one = { open: true, close: (): void => {} };
  const leave = addLayer(() => one.close());
  one.close = () => {
    one.open = false;
    leave();
  };
  return one;
}

it('Back closes what is open and stays on the page, the next Back leaves it', async () => {
  const { addLayer } = await load();
  const outer = dialog(addLayer);
  const inner = dialog(addLayer);
  await settle();
  expect(browser.stack).toEqual(['/before', '/page', '/page', '/page']);
  browser.press(-1);
  await settle();
  expect([outer.open, inner.open]).toEqual([true, false]);
  browser.press(-1);
  await settle();
  expect([outer.open, browser.heard]).toEqual([false, []]);
  browser.press(-1);
  expect(browser.heard).toEqual(['/before']);
});

it('closing by a button removes the history entry, and Forward does not reopen it', async () => {
  const { addLayer } = await load();
  const one = dialog(addLayer);
  await settle();
  one.close();
  await settle();
  expect(browser.at).toBe(1);
  browser.press(1);
  await settle();
  expect([browser.at, browser.heard]).toEqual([1, []]);
  browser.press(-1);
  expect(browser.heard).toEqual(['/before']);
});

it('a layer opened right after another takes over its entry', async () => {
  const { addLayer } = await load();
  const menu = dialog(addLayer);
  await settle();
  menu.close();
  const sheet = dialog(addLayer);
  await settle();
  expect([browser.at, browser.entries.length]).toEqual([2, 3]);
  browser.press(-1);
  await settle();
  expect([sheet.open, browser.at]).toEqual([false, 1]);
});

it('a page opened from a menu replaces its entry, even when going back has begun', async () => {
  const { addLayer } = await load();
  const menu = dialog(addLayer);
  await settle();
  menu.close();
  history.pushState({ key: 'b', idx: 2 }, '', '/next');
  await settle();
  expect(browser.stack).toEqual(['/before', '/page', '/next']);
  const other = dialog(addLayer);
  await settle();
  other.close();
  await vi.advanceTimersByTimeAsync(62);
  history.pushState({ key: 'c', idx: 3 }, '', '/last');
  await settle();
  expect(browser.stack).toEqual(['/before', '/page', '/next', '/last']);
  browser.press(-1);
  expect(browser.heard).toEqual(['/next']);
});

it("an address that changes behind a dialog is the page's when the dialog is closed", async () => {
  const { addLayer } = await load();
  const one = dialog(addLayer);
  await settle();
  history.replaceState({ key: 'b', idx: 1 }, '', '/page?part=2');
  browser.press(-1);
  await settle();
  expect([one.open, browser.url, browser.at, browser.heard]).toEqual([false, '/page?part=2', 1, []]);
  expect(history.state).toEqual({ key: 'b', idx: 1 });
});

it('the router goes back past the layer it is called from', async () => {
  const { addLayer } = await load();
  const question = dialog(addLayer);
  await settle();
  question.close();
  history.go(-1);
  await settle();
  expect([browser.url, browser.heard]).toEqual(['/before', ['/before']]);
});

it('a page reloaded with an open dialog has one entry, and Back closes the reopened dialog', async () => {
  const { addLayer } = await load();
  dialog(addLayer);
  await settle();
  await load();
  await settle();
  expect([browser.at, browser.heard]).toEqual([1, []]);

  browser.press(1);
  const again = await load();
  const one = dialog(again.addLayer);
  await settle();
  expect(browser.at).toBe(2);
  browser.press(-1);
  await settle();
  expect([one.open, browser.at]).toEqual([false, 1]);
});

it('a layer that may not be closed stays, and gets its entry again', async () => {
  const { addLayer } = await load();
  addLayer(() => undefined);
  await settle();
  browser.press(-1);
  await settle();
  expect([browser.at, browser.heard]).toEqual([2, []]);
});

it("does not scroll the page when a menu is closed, and restores the browser's scrolling", async () => {
  const { addLayer } = await load();
  const menu = dialog(addLayer);
  await settle();
  expect(browser.entries[1]?.scroll).toBe('manual');
  menu.close();
  await settle();
  expect(history.scrollRestoration).toBe('auto');
});

it("keeps a layer open that opens while a closed one's entry is removed", async () => {
  const { addLayer } = await load();
  const menu = dialog(addLayer);
  await settle();
  menu.close();
  await vi.advanceTimersByTimeAsync(401);
  const next = dialog(addLayer);
  await settle();
  expect([next.open, browser.stack, browser.at]).toEqual([true, ['/before', '/page', '/page'], 2]);
  browser.press(-1);
  await settle();
  expect([next.open, browser.heard]).toEqual([false, []]);
});

it('goes back once in a slow browser, and what opened meanwhile stays open', async () => {
  const { addLayer } = await load();
  const menu = dialog(addLayer);
  await settle();
  menu.close();
  browser.slowness = 3500;
  await vi.advanceTimersByTimeAsync(2500);
  const next = dialog(addLayer);
  await vi.advanceTimersByTimeAsync(5000);
  expect([next.open, browser.stack, browser.at, browser.heard]).toEqual([
    true,
    ['/before', '/page', '/page'],
    2,
    [],
  ]);
  browser.slowness = 5;
  next.close();
  await settle();
  expect([browser.at, browser.heard]).toEqual([1, []]);
});

it('a page reloaded with an open dialog is not left in a slow browser', async () => {
  const { addLayer } = await load();
  dialog(addLayer);
  await settle();
  browser.slowness = 1500;
  await load();
  await vi.advanceTimersByTimeAsync(5000);
  expect([browser.at, browser.url]).toEqual([1, '/page']);
});

it.each(['a browser that names its entries', 'an older one'])(
  'a page reloaded while a dialog opened is not left in %s',
  async (kind) => {
    const { addLayer } = await load();
    dialog(addLayer);
    await settle();
    // The document reloaded has the state of the dialog's entry, but is at the one below.
    browser.at = 1;
    browser.ahead = 1;
    if (kind === 'an older one') vi.stubGlobal('navigation', undefined);
    await load();
    await settle();
    expect([browser.url, browser.heard, history.state]).toEqual(['/page', [], { key: 'a', idx: 1 }]);
  },
);

it('a page left by a menu is not brought back while the next one takes long to arrive', async () => {
  const { addLayer } = await load();
  const menu = dialog(addLayer);
  await settle();
  menu.close();
  for (const tell of browser.leaving) tell({} as Event);
  await vi.advanceTimersByTimeAsync(50_000);
  expect(browser.at).toBe(2);
  // Something that opens meanwhile closes by Back all the same.
  const next = dialog(addLayer);
  await settle();
  browser.press(-1);
  await settle();
  expect([next.open, browser.at, browser.heard]).toEqual([false, 1, []]);
});

it('a page that comes back as it was left removes the entry of the menu it was left by', async () => {
  const { addLayer } = await load();
  const menu = dialog(addLayer);
  await settle();
  menu.close();
  for (const tell of browser.leaving) tell({} as Event);
  await vi.advanceTimersByTimeAsync(3_000);
  browser.shown({} as Event);
  await settle();
  expect([browser.at, browser.heard]).toEqual([1, []]);
});

it('a page that stays, because it was left for a download, has one entry again after a while', async () => {
  const { addLayer } = await load();
  const menu = dialog(addLayer);
  await settle();
  for (const tell of browser.leaving) tell({} as Event);
  menu.close();
  await vi.advanceTimersByTimeAsync(62_000);
  expect([browser.at, browser.heard]).toEqual([1, []]);
});

it('an address that changed behind a dialog stays after a reload', async () => {
  const { addLayer } = await load();
  dialog(addLayer);
  await settle();
  history.replaceState({ key: 'a', idx: 1 }, '', '/page?changed');
  await load();
  await settle();
  expect([browser.url, browser.heard]).toEqual(['/page?changed', []]);
});

it('in an older browser a page reloaded with an open dialog stays, with one entry more', async () => {
  vi.stubGlobal('navigation', undefined);
  const { addLayer } = await load();
  dialog(addLayer);
  await settle();
  const again = await load();
  await settle();
  const one = dialog(again.addLayer);
  await settle();
  browser.press(-1);
  await settle();
  expect([one.open, browser.url, browser.heard]).toEqual([false, '/page', []]);
});

it('a back navigation dropped by the browser blocks nothing for long', async () => {
  const { addLayer } = await load();
  const menu = dialog(addLayer);
  await settle();
  browser.slowness = 1e9;
  menu.close();
  await vi.advanceTimersByTimeAsync(500);
  history.pushState({ key: 'b', idx: 2 }, '', '/next');
  await vi.advanceTimersByTimeAsync(1500);
  expect(browser.stack).toEqual(['/before', '/page', '/next']);
  browser.slowness = 5;
  const sheet = dialog(addLayer);
  await settle();
  sheet.close();
  await settle();
  expect([browser.url, browser.at]).toEqual(['/next', 2]);
});
