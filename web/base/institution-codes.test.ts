import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeBrowser, fakeBrowser } from './testing/browser.ts';

const host = vi.hoisted(() => ({ institution: null as { code: string } | null }));
vi.mock('./settings.ts', () => ({
  BASE: '/orbita/candidate',
  settings: {
    tenant: { alias: 'alfa', id: 'public-id' },
    get institution() {
      return host.institution;
    },
  },
}));

let browser: FakeBrowser;
let api: typeof import('./api.ts');
let codes: typeof import('./institution-codes.ts');
beforeEach(async () => {
  vi.resetModules();
  host.institution = null;
  browser = fakeBrowser(vi.stubGlobal);
  browser.state.answer = () => Response.json({});
  [api, codes] = await Promise.all([import('./api.ts'), import('./institution-codes.ts')]);
});
afterEach(() => vi.unstubAllGlobals());

const STEPS = 'GET /candidate/subscriptions/{id}/steps';
const steps = (id = 5001) => api.call(STEPS, { params: { id } });
const named = () =>
  browser.asked.map(({ headers }) => (headers as Record<string, string>)['x-institution-code']);

describe('x-institution-code', () => {
  it('is sent with every call to applications and offers, and with no other', async () => {
    host.institution = { code: 'CUA01' };
    await steps();
    await api.call('GET /candidate/subscriptions/essays/{essayId}', { params: { essayId: 7 } });
    await api.call('GET /candidate/offers');
    await api.call('GET /candidate/offers/{offerId}/poles', { params: { offerId: 1 }, query: { c: 2 } });
    await api.call('GET /candidate/states');
    await api.call('GET /candidate/payments/{paymentId}', { params: { paymentId: 1 } });
    expect(named()).toEqual(['CUA01', 'CUA01', 'CUA01', 'CUA01', undefined, undefined]);
  });

  it('is that of the application or of the caller, whatever the host', async () => {
    host.institution = { code: 'CUA01' };
    codes.rememberInstitution({ id: 5001, institutionCode: 'EPA01' });
    await steps();
    await steps(5002);
    await api.call('GET /candidate/offers', { institutionCode: 'EPA01' });
    expect(named()).toEqual(['EPA01', 'CUA01', 'EPA01']);
    expect(codes.institutionOf(5001)).toEqual({ code: 'EPA01', guessed: false });
  });

  it('that was only guessed is dropped when the server knows no such record; a known one is not', async () => {
    host.institution = { code: 'CUA01' };
    browser.state.answer = () => Response.json({ code: 'NOT_FOUND' }, { status: 404 });
    await expect(steps()).rejects.toMatchObject({ status: 404 });
    expect(named()).toEqual(['CUA01', undefined]);
    codes.rememberInstitution({ id: 5001, institutionCode: 'CUA01' });
    await expect(steps()).rejects.toMatchObject({ status: 404 });
    expect(named()).toHaveLength(3);
  });

  it('is looked up first on a host of several institutions, and omitted when that fails', async () => {
    await steps();
    const looked: number[] = [];
    codes.findInstitutionsBy(async (id) => {
      looked.push(id);
      if (id === 1) throw new Error('away');
      codes.rememberInstitution({ id, institutionCode: 'EPA01' });
      return 'EPA01';
    });
    await steps(5001);
    await steps(5001);
    await steps(1);
    expect(named()).toEqual([undefined, 'EPA01', 'EPA01', undefined]);
    expect(looked).toEqual([5001, 1]);
  });
});
