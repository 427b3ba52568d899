import { afterEach, describe, expect, it, vi } from 'vitest';
import { askBeforeReload, chunk, mayReload, partOf, retriedImport } from './chunk-reload.ts';

const storage = () => {
  const kept = new Map<string, string>();
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  };
};
const reload = vi.fn();
const given = { sessionStorage: storage(), location: { reload }, navigator: { onLine: true } };
for (const [name, value] of Object.entries(given)) vi.stubGlobal(name, value);

afterEach(() => {
  reload.mockClear();
  askBeforeReload(() => undefined);
});

describe('a chunk that fails to load', () => {
  it.each([
    ['()=>f(()=>import(`./page-Bf.js`).then(e=>e.t),__vite__mapDeps([1,2]))', 't'],
    ["() => import('./page.js').then((all) => all.page_exports)", 'page_exports'],
    ['()=>f(()=>import(`./page-Bf.js`),__vite__mapDeps([1,2]))', undefined],
    ['()=>import(`./page.js`).then(e=>({default:e.Dialog}))', undefined],
  ])('is selected from a combined file as the bundler does: %s', (load, part) => {
    expect(partOf(load)).toBe(part);
  });

  it('R13: reloads the page at most once per 60 s', () => {
    const kept = storage();
    expect(mayReload(1_000_000, kept)).toBe(true);
    expect(mayReload(1_059_999, kept)).toBe(false);
    expect(mayReload(1_060_000, kept)).toBe(true);
  });

  it('R13: never reloads while something is typed, and is retried when the person agrees', async () => {
    let tries = 0;
    let again = () => {};
    askBeforeReload(
      () =>
        new Promise<void>((done) => {
          again = done;
        }),
    );
    const part = chunk(async () => {
      tries += 1;
      if (tries < 3) throw new Error('gone');
      return 'part';
    });
    for (const expected of [1, 2]) {
      await vi.waitFor(() => expect(tries).toBe(expected));
      again();
    }
    await expect(part).resolves.toBe('part');
    expect(reload).not.toHaveBeenCalled();
  });

  it('R13: is retried under another address, because browsers cache the failure', async () => {
    askBeforeReload(() => Promise.resolve());
    const load = () => Promise.reject(new TypeError('Failed to fetch: http://alfa.test/assets/page-a1.js'));
    vi.doMock('http://alfa.test/assets/page-a1.js?again=1', () => ({ default: 'part' }));
    await expect(chunk<{ default: string }>(load)).resolves.toMatchObject({ default: 'part' });
  });

  it('R13: is requested again by the next call where the page continues without it', async () => {
    const load = vi.fn(() =>
      Promise.reject(new TypeError('Failed to fetch: http://alfa.test/assets/send-b2.js')),
    );
    vi.doMock('http://alfa.test/assets/send-b2.js?again=1', () => ({ default: 'part' }));
    const part = retriedImport<{ default: string }>(load);
    await expect(part()).rejects.toThrow('Failed to fetch');
    await expect(part()).resolves.toMatchObject({ default: 'part' });
    expect(load).toHaveBeenCalledTimes(1);
    expect(reload).not.toHaveBeenCalled();
  });

  it('reloads the page when nothing is typed, and throws the second failure', async () => {
    const gone = () => Promise.reject(new Error('gone'));
    void chunk(gone);
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    await expect(chunk(gone)).rejects.toThrow('gone');
    expect(reload).toHaveBeenCalledTimes(1);
  });
});
