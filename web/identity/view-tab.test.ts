import { VIEW_ONLY_TEXT, VIEW_PATH } from '@orbita/domain/staff';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeBrowser, fakeBrowser } from '../base/testing/browser.ts';

let browser: FakeBrowser;
beforeEach(() => {
  vi.resetModules();
});
afterEach(() => vi.unstubAllGlobals());

describe('the address of a view', () => {
  it.each([
    [`${VIEW_PATH}/`, true],
    [VIEW_PATH, true],
    [`${VIEW_PATH}/subscriptions/essays/5001`, true],
    ['/portal', false],
    [`${VIEW_PATH}s`, false],
  ])('%s: %s', async (path, expected) => {
    fakeBrowser(vi.stubGlobal, path);
    const { BASE, inView } = await import('../base/base.ts');
    expect([inView, BASE]).toEqual([
      expected,
      expected ? `/orbita/candidate${VIEW_PATH}` : '/orbita/candidate',
    ]);
  });
});

describe('an isolated tab', () => {
  const asked: string[] = [];
  const page: Record<string, unknown> = {};
  beforeEach(() => {
    browser = fakeBrowser(vi.stubGlobal, `${VIEW_PATH}/`);
    asked.length = 0;
    page.fetch = async (address: string) => {
      asked.push(address);
      return Response.json({});
    };
    vi.stubGlobal('window', page);
  });

  it('sees no cookie, writes none, and keeps what it stores to itself', async () => {
    browser.jar.set('accessToken', 'of the candidate');
    const { sealTab } = await import('./view-tab.ts');
    sealTab();
    expect(document.cookie).toBe('');
    // biome-ignore lint/suspicious/noDocumentCookie: what is tested
    document.cookie = 'uuid=1';
    expect([...browser.jar]).toEqual([['accessToken', 'of the candidate']]);
    const { localStorage, sessionStorage } = page as unknown as Window;
    localStorage.setItem('a', '1');
    expect([localStorage.getItem('a'), localStorage.length, localStorage.key(0)]).toEqual(['1', 1, 'a']);
    expect([sessionStorage.getItem('a'), browser.store.size]).toEqual([null, 0]);
    localStorage.clear();
    expect(localStorage.getItem('a')).toBeNull();
  });

  it('answers changes itself, and says so each time', async () => {
    const { refuseChanges, timesRefused } = await import('./view-tab.ts');
    let calls = 0;
    timesRefused.watch(() => {
      calls += 1;
    });
    refuseChanges();
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const answer = await (page.fetch as typeof fetch)('/orbita/api/candidate/x', { method });
      expect([answer.status, await answer.json()]).toEqual([
        403,
        { code: 'VIEW_ONLY', message: VIEW_ONLY_TEXT },
      ]);
    }
    expect([asked, calls, timesRefused.get()]).toEqual([[], 4, 4]);
    await (page.fetch as typeof fetch)('/orbita/api/candidate/x');
    await (page.fetch as typeof fetch)('/orbita/api/candidate/y', { method: 'GET' });
    const reports = '/orbita/api/candidate/telemetry/client-errors';
    await (page.fetch as typeof fetch)(reports, { method: 'POST' });
    expect(asked).toEqual(['/orbita/api/candidate/x', '/orbita/api/candidate/y', reports]);
  });
});
