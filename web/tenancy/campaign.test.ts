import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

vi.mock('../base/settings.ts', () => ({ settings: {}, BASE: '' }));

const NOTHING = { analytics: false, marketing: false };
const MARKETING = { analytics: false, marketing: true };
const FAIR = { utmSource: 'feira' };
const kept = new Map<string, string>();
const cookies = { cookie: '' };

/** One document of a visit: its landing address, with what this browser has stored before. */
async function document(search: string) {
  vi.resetModules();
  vi.stubGlobal('location', { search, protocol: 'https:' });
  const { followCampaign, visitCampaign } = await import('./campaign.ts');
  const { chooseCookies } = await import('./cookie-choice.ts');
  followCampaign();
  return { visitCampaign, chooseCookies };
}

beforeEach(() => {
  kept.clear();
  cookies.cookie = '';
  vi.stubGlobal('document', cookies);
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  });
});
afterEach(() => vi.unstubAllGlobals());

describe('the campaign of a visit', () => {
  it('is neither stored nor returned unless marketing is allowed', async () => {
    const { visitCampaign, chooseCookies } = await document('?utm_source=feira');
    expect([visitCampaign(), kept.size]).toEqual([undefined, 0]);
    chooseCookies(NOTHING);
    expect([visitCampaign(), kept.size]).toEqual([undefined, 0]);
  });

  it('is stored after consent, also for the next document, and replaced by a newer one', async () => {
    const first = await document('?utm_source=feira');
    first.chooseCookies(MARKETING);
    expect(first.visitCampaign()).toEqual(FAIR);
    expect((await document('')).visitCampaign()).toEqual(FAIR);
    expect((await document('?utm_source=radio')).visitCampaign()).toEqual({ utmSource: 'radio' });
    expect((await document('')).visitCampaign()).toEqual({ utmSource: 'radio' });
  });

  it('is removed when consent is withdrawn', async () => {
    const { visitCampaign, chooseCookies } = await document('?utm_source=feira');
    chooseCookies(MARKETING);
    chooseCookies(NOTHING);
    expect([visitCampaign(), kept.size]).toEqual([undefined, 0]);
  });

  it('is known to its own document when storage is blocked', async () => {
    const closed = () => {
      throw new DOMException('closed', 'SecurityError');
    };
    vi.stubGlobal('sessionStorage', { getItem: closed, setItem: closed, removeItem: closed });
    const { visitCampaign, chooseCookies } = await document('?utm_source=feira');
    chooseCookies(MARKETING);
    expect(visitCampaign()).toEqual(FAIR);
    expect((await document('')).visitCampaign()).toBeUndefined();
  });
});
