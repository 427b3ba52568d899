import { afterEach, beforeEach, expect, it, vi } from 'vitest';

/** A style sheet link, as far as its loading is concerned. */
class Link {
  rel = 'stylesheet';
  #listeners = new Map<string, () => void>();
  addEventListener = (name: string, listeners: () => void) => void this.#listeners.set(name, listeners);
  end = (name: 'load' | 'error') => this.#listeners.get(name)?.();
}
let fails: (target: unknown) => void;
let lineIsBack: () => void;
let styles: typeof import('./chunk-styles.ts');

beforeEach(async () => {
  vi.resetModules();
  vi.useFakeTimers();
  const listeners = new Map<string, (event: { target?: unknown }) => void>();
  const listen = (name: string, listener: (event: { target?: unknown }) => void) =>
    listeners.set(name, listener);
  vi.stubGlobal('HTMLLinkElement', Link);
  vi.stubGlobal('document', { addEventListener: listen });
  vi.stubGlobal('addEventListener', listen);
  styles = await import('./chunk-styles.ts');
  styles.watchStyles();
  fails = (target) => listeners.get('error')?.({ target });
  lineIsBack = () => listeners.get('online')?.({});
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Whether a page may open now. */
async function opens(): Promise<boolean> {
  let open = false;
  void styles.loadMissingStyles().then(() => {
    open = true;
  });
  await vi.advanceTimersByTimeAsync(0);
  return open;
}

it('a page opens at once when no style is missing', async () => {
  expect(await opens()).toBe(true);
});

it.each(['load', 'error'] as const)(
  'R13: a failed style is requested again, and the page waits for it (%s)',
  async (end) => {
    const link = new Link();
    fails(link);
    expect(link.rel).toBe('');
    expect(await opens()).toBe(false);
    expect(link.rel).toBe('stylesheet');
    // A second page waits for the same style sheet without requesting it again.
    link.rel = 'asked';
    expect(await opens()).toBe(false);
    expect(link.rel).toBe('asked');
    link.end(end);
    expect(await opens()).toBe(true);
  },
);

it('R13: the wait for a style is limited to five seconds', async () => {
  fails(new Link());
  expect(await opens()).toBe(false);
  await vi.advanceTimersByTimeAsync(4_999);
  expect(await opens()).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await opens()).toBe(true);
});

it('R13: missing styles load by themselves when the connection returns', () => {
  const link = new Link();
  fails(link);
  lineIsBack();
  expect(link.rel).toBe('stylesheet');
});

it('other failed files are not requested as styles', async () => {
  const icon = Object.assign(new Link(), { rel: 'icon' });
  fails(icon);
  fails({ rel: 'stylesheet' });
  expect(icon.rel).toBe('icon');
  expect(await opens()).toBe(true);
});
