import { afterEach, expect, it, vi } from 'vitest';
import { fakeBrowser, tokenOf } from '../../base/testing/browser.ts';

const UUID = '6f1c1e5e-3c7a-4c1e-9d8e-0d8f6f1f2a3b';
const SETTINGS = { tenant: { alias: 'alfa', id: '1' }, institution: { code: 'CUA01' } };
vi.mock('../../base/settings.ts', () => ({ BASE: '/orbita/candidate', settings: SETTINGS }));
afterEach(() => vi.unstubAllGlobals());

type Asked = { method: string; path: string; headers: Record<string, string> };
const sorted = (asked: readonly Asked[]) =>
  asked.map(({ path, headers }) => `${path} ${JSON.stringify(headers)}`).sort();

it('the early calls of each step are those of its queries, so that no answer is unused', async () => {
  const { FIRST_CALLS, firstAddresses } = await import('../../base/first-calls.ts');
  const { askEarly } = await import('../../base/early.ts');
  const { FIRST_QUERIES } = await import('./step-chunks.ts');
  const { queryClient } = await import('../../base/query.ts');
  expect(Object.keys(FIRST_QUERIES).sort()).toEqual([...new Set(Object.values(FIRST_CALLS).flat())].sort());
  for (const [name, calls] of Object.entries(FIRST_CALLS)) {
    const [page = '', part] = name.split('?');
    const browser = fakeBrowser(
      vi.stubGlobal,
      `/subscriptions/5001${part === undefined ? '' : `?etapa=${part || 'dados'}`}`,
    );
    browser.jar.set('accessToken', tokenOf({ sub: UUID }));
    Object.assign(document, { getElementById: () => ({ textContent: JSON.stringify(SETTINGS) }) });
    browser.state.answer = () => Response.json({ page });
    askEarly(firstAddresses());
    const frame = browser.asked.length;
    await vi.waitFor(() => expect(browser.asked.length).toBe(frame + calls.length));
    const early = sorted(browser.asked.splice(0).slice(frame));
    // Not picked up by anybody: the queries must make their own calls.
    delete (window as { orbitaEarly?: unknown }).orbitaEarly;
    for (const call of calls) {
      await queryClient.fetchQuery({ ...FIRST_QUERIES[call](5001), retry: false }).catch(() => undefined);
      queryClient.clear();
    }
    expect([name, sorted(browser.asked.slice(0, calls.length))]).toEqual([name, early]);
  }
});

it.each(['/course', '/tracking?subscription=5001'])(
  'the early calls of the page %s are those the page makes when it is opened',
  async (path) => {
    const { firstAddresses } = await import('../../base/first-calls.ts');
    const { askEarly } = await import('../../base/early.ts');
    const { checkQuery } = await import('../../base/check.ts');
    const { prefetchOffers } = await import('../../offering/queries.ts');
    const { prefetchTracking } = await import('../queries.ts');
    const { queryClient } = await import('../../base/query.ts');
    queryClient.clear();
    const browser = fakeBrowser(vi.stubGlobal, path);
    browser.jar.set('accessToken', tokenOf({ sub: UUID }));
    Object.assign(document, { getElementById: () => ({ textContent: JSON.stringify(SETTINGS) }) });
    browser.state.answer = () => Response.json([]);
    askEarly(firstAddresses());
    const early = sorted(browser.asked.splice(0));
    expect(early.length).toBeGreaterThan(2);
    delete (window as { orbitaEarly?: unknown }).orbitaEarly;
    void queryClient.prefetchQuery(checkQuery);
    const request = new Request(`https://alfa.test/orbita/candidate${path}`);
    if (path === '/course') prefetchOffers({ request });
    else prefetchTracking({ request });
    await vi.waitFor(() => expect(browser.asked.length).toBe(early.length));
    expect(sorted(browser.asked)).toEqual(early);
    queryClient.clear();
  },
);
