import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeBrowser, fakeBrowser, tokenOf } from './testing/browser.ts';

vi.mock('./settings.ts', () => ({ BASE: '/orbita/candidate', settings: {} }));

let browser: FakeBrowser;
let page: typeof import('./session.ts') & typeof import('./tab-access.ts') & typeof import('./welcome.ts');
const open = async (path: string, cookies: Record<string, string> = {}) => {
  vi.resetModules();
  browser = fakeBrowser(vi.stubGlobal, path);
  for (const [name, value] of Object.entries(cookies)) browser.jar.set(name, value);
  page = {
    ...(await import('./session.ts')),
    ...(await import('./tab-access.ts')),
    ...(await import('./welcome.ts')),
  };
};
beforeEach(() => open('/portal'));
afterEach(() => vi.unstubAllGlobals());

const ACCESS = { token: 'of-a-link', uuid: 'link-uuid', subscriptionId: 12 };
const TOKEN = tokenOf({ sub: 'u' });
const COOKIES = { accessToken: TOKEN, uuid: 'u', name: 'Ana%20S', social_name: 'Bia', tenantAlias: 'alfa' };

describe('S17: the access of a link counts only on the pages of its application', () => {
  it.each([
    ['/subscriptions/12', true],
    ['/subscriptions/12/', true],
    ['/subscriptions/pos/12', true],
    ['/subscriptions/pos/classes/12', true],
    ['/subscriptions/essays/12', true],
    ['/subscriptions/ext/12', true],
    ['/subscriptions/tax/12', true],
    ['/essays/99', true],
    ['/essays/99/', true],
    ['/essays/99/x', false],
    ['/x/essays/99', false],
    ['/essays/', false],
    ['/subscriptions/13', false],
    ['/subscriptions/12/x', false],
    ['/x/subscriptions/12', false],
    ['/subscriptions/other/12', false],
    ['/portal', false],
    ['/', false],
  ])('%s: %s', (path, counts) => {
    page.keepTabAccess(ACCESS);
    expect(page.tabAccess(path)).toEqual(counts ? ACCESS : undefined);
    expect(page.session.token(path)).toBe(counts ? 'of-a-link' : undefined);
  });

  it('defaults to the current page, and prefers the link to the signed-in person', async () => {
    await open('/subscriptions/12', COOKIES);
    expect(page.session.token()).toBe(TOKEN);
    page.keepTabAccess(ACCESS);
    expect([page.session.token(), page.session.uuid(), page.session.signedIn()]).toEqual([
      ...['of-a-link', 'link-uuid', TOKEN],
    ]);
    expect(page.session.token('/portal')).toBe(TOKEN);
    page.dropTabAccess();
    expect([page.session.token(), page.session.uuid(), browser.store.size]).toEqual([TOKEN, 'u', 0]);
  });

  it('lasts as long as the page when storage is blocked', async () => {
    await open('/subscriptions/12');
    browser.state.closedStorage = true;
    expect(page.tabAccess()).toBeUndefined();
    page.keepTabAccess(ACCESS);
    expect(page.tabAccess()).toEqual(ACCESS);
    page.dropTabAccess();
    expect(page.tabAccess()).toBeUndefined();
  });
  it('ignores a stored value that is not valid JSON', async () => {
    await open('/subscriptions/12');
    browser.store.set('orbita.access', '{"token"');
    expect(page.tabAccess()).toBeUndefined();
    page.keepTabAccess(ACCESS);
    expect(JSON.parse(browser.store.get('orbita.access') ?? '')).toEqual(ACCESS);
  });
});

describe('cookies of a session', () => {
  it('are read and decoded; the social name wins', async () => {
    expect([page.session.token(), page.session.uuid(), page.session.name()]).toEqual([undefined, '', '']);
    await open('/portal', COOKIES);
    expect([page.session.uuid(), page.session.name()]).toEqual(['u', 'Bia']);
    browser.jar.delete('social_name');
    expect(page.session.name()).toBe('Ana S');
    browser.jar.set('name', '');
    expect(page.session.name()).toBe('');
    browser.jar.clear();
    browser.jar.set('xname', 'nobody');
    expect(page.session.name()).toBe('');
  });

  it('S8: are removed with the session, on both spellings of the base; the hidden welcome stays', async () => {
    await open('/portal', { ...COOKIES, hideWelcomeModal: 'true' });
    page.clearSession();
    expect([...browser.jar.keys()]).toEqual(['hideWelcomeModal']);
    for (const name of Object.keys(COOKIES))
      expect(browser.lines.filter((line) => line.startsWith(`${name}=;`))).toEqual([
        `${name}=; path=/orbita/candidate; max-age=0`,
        `${name}=; path=/orbita/candidate/; max-age=0`,
      ]);
  });
  it.each([
    ['a word', 'abc123'],
    ['broken escapes', '%zz'],
    ['a token of another site', `x.${btoa(JSON.stringify({ sub: 'x', exp: 9 }))}.y`],
    ['parts that are no base64', 'a.%25.c'],
    ['nothing', ''],
  ])('of the institution’s own site are ignored: %s', async (_, foreign) => {
    await open('/portal', { accessToken: foreign, name: foreign, uuid: foreign });
    expect([page.session.token(), page.session.signedIn()]).toEqual([undefined, undefined]);
    expect(() => [page.session.uuid(), page.session.name(), page.welcomeHidden()]).not.toThrow();
    page.clearSession();
    expect(browser.lines.filter((line) => line.includes('path=/;'))).toEqual([]);
    // Our cookie is first, because its path is longer; if it is not, it is found all the same.
    for (const both of [
      `accessToken=${TOKEN}; accessToken=${foreign}`,
      `accessToken=${foreign}; accessToken=${TOKEN}`,
    ]) {
      vi.stubGlobal('document', { cookie: both });
      expect([page.session.token(), page.session.uuid()]).toEqual([TOKEN, 'u']);
    }
  });
  it('are removed from the whole domain where one of our tokens is there', async () => {
    await open('/portal', COOKIES);
    const stubborn: string[] = [];
    vi.stubGlobal('document', {
      get cookie() {
        return `accessToken=${TOKEN}`;
      },
      set cookie(line: string) {
        stubborn.push(line);
      },
    });
    browser.location.hostname = 'candidato.faculdade.test';
    page.clearSession();
    expect(stubborn.filter((line) => line.includes('path=/;'))).toEqual([
      'accessToken=; path=/; max-age=0',
      'accessToken=; path=/; max-age=0; domain=candidato.faculdade.test',
      'accessToken=; path=/; max-age=0; domain=faculdade.test',
    ]);
  });
  it('stay when a page opened by a link ends its access', async () => {
    await open('/subscriptions/12', COOKIES);
    page.keepTabAccess(ACCESS);
    page.clearSession();
    expect([page.tabAccess(), browser.jar.size, browser.lines]).toEqual([undefined, 5, []]);
  });
  it('the uuid of a link in another tab stays until that link is ended', async () => {
    await open('/portal', { uuid: 'u', name: 'x' });
    page.clearSession();
    expect([...browser.jar.keys()]).toEqual(['uuid']);
    page.forgetOwner();
    expect(browser.jar.size).toBe(0);
    await open('/portal', COOKIES);
    page.forgetOwner();
    expect(browser.jar.has('uuid')).toBe(true);
  });
  it('the welcome stays hidden for seven days', () => {
    expect(page.welcomeHidden()).toBe(false);
    page.hideWelcome();
    expect(page.welcomeHidden()).toBe(true);
    browser.location.protocol = 'http:';
    page.hideWelcome();
    const line = 'hideWelcomeModal=true; path=/orbita/candidate; max-age=604800; samesite=lax';
    expect(browser.lines).toEqual([`${line}; secure`, line]);
  });
});
