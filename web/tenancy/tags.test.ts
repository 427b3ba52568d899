import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const MANAGER = 'https://tags.test/gtm.js?id=GTM-1';
const OPTIMIZE = 'https://tags.test/optimize.js?id=OPT-1';
const tags: { manager: string | null; optimize: string | null } = { manager: MANAGER, optimize: OPTIMIZE };
const added: string[] = [];
vi.mock('../base/settings.ts', () => ({ settings: { tags }, BASE: '' }));
vi.mock('../base/foreign-scripts.ts', () => ({ addForeignScript: (address: string) => added.push(address) }));
vi.mock('../base/here.ts', () => ({ here: () => ({ pathname: '/portal', search: '' }) }));

const cookies = { cookie: '' };
const layer = () => (globalThis as { dataLayer?: unknown[] }).dataLayer ?? [];
const commands = () =>
  layer().flatMap((entry) =>
    Object.prototype.toString.call(entry) === '[object Arguments]' ? [Array.from(entry as unknown[])] : [],
  );

async function open() {
  vi.resetModules();
  const { loadTags, pushToLayer } = await import('./tags.ts');
  const { chooseCookies } = await import('./cookie-choice.ts');
  return { loadTags, pushToLayer, chooseCookies };
}

beforeEach(() => {
  added.length = 0;
  cookies.cookie = '';
  Object.assign(tags, { manager: MANAGER, optimize: OPTIMIZE });
  vi.stubGlobal('dataLayer', undefined);
  vi.stubGlobal('document', cookies);
  vi.stubGlobal('location', { pathname: '/portal', search: '', protocol: 'https:' });
  vi.stubGlobal('sessionStorage', {
    getItem: () => null,
    setItem: () => undefined,
    removeItem: () => undefined,
  });
});
afterEach(() => vi.unstubAllGlobals());

const state = (analytics: string, ads: string) => ({
  ...{ analytics_storage: analytics, ad_storage: ads, ad_user_data: ads, ad_personalization: ads },
});

describe('consent mode', () => {
  it.each([
    ['both', true, true, [MANAGER, OPTIMIZE], state('granted', 'granted')],
    ['measuring alone', true, false, [MANAGER, OPTIMIZE], state('granted', 'denied')],
    ['marketing alone', false, true, [MANAGER], state('denied', 'granted')],
  ])(
    'sends %s before the script and before every event',
    async (_what, analytics, marketing, scripts, said) => {
      const { loadTags, pushToLayer, chooseCookies } = await open();
      pushToLayer({ event: 'inscricao_iniciada' });
      chooseCookies({ analytics, marketing });
      loadTags();
      expect(added).toEqual(scripts);
      expect(commands()).toEqual([
        ['consent', 'default', state('denied', 'denied')],
        ['consent', 'update', said],
      ]);
      expect(layer().slice(2)).toMatchObject([{ event: 'inscricao_iniciada' }, { event: 'gtm.js' }]);
    },
  );

  it('loads and sends nothing without a choice, or with both declined', async () => {
    const { loadTags, chooseCookies } = await open();
    loadTags();
    chooseCookies({ analytics: false, marketing: false });
    loadTags();
    expect([added, layer()]).toEqual([[], []]);
  });

  it('sends each later choice, and loads nothing twice', async () => {
    const { loadTags, chooseCookies } = await open();
    chooseCookies({ analytics: true, marketing: true });
    loadTags();
    chooseCookies({ analytics: false, marketing: false });
    loadTags();
    expect(commands().slice(2)).toEqual([['consent', 'update', state('denied', 'denied')]]);
    expect(added).toEqual([MANAGER, OPTIMIZE]);
  });

  it('sends nothing where no tag manager is configured', async () => {
    Object.assign(tags, { manager: null, optimize: null });
    const { loadTags, chooseCookies } = await open();
    chooseCookies({ analytics: true, marketing: true });
    loadTags();
    expect([added, layer()]).toEqual([[], []]);
  });
});
