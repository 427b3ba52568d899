import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

vi.mock('../base/settings.ts', () => ({
  BASE: '/orbita/candidate',
  settings: { tenant: { alias: 'beta', id: 'public-id' } },
}));
vi.mock('@orbita/client/server-clock.ts', () => ({
  setServerTime: () => undefined,
  serverNow: () => 1_000_000,
}));
vi.mock('../base/tab-copy.ts', () => ({ forgetCopies: () => undefined }));

/** The browser still holds cookies of a college whose host name now belongs to another college. */
const jar = new Map<string, string>();
let loads: string[];
let asked: { path: string; token: string | null }[];

beforeEach(() => {
  vi.resetModules();
  jar.clear();
  const claims = btoa(JSON.stringify({ sub: 'somebody', exp: 9_999_999_999, rem: true }));
  for (const [name, value] of Object.entries({
    accessToken: `x.${claims}.y`,
    uuid: 'u',
    name: 'Candidata',
    tenantAlias: 'alfa',
    hideWelcomeModal: 'true',
  }))
    jar.set(name, value);
  loads = [];
  asked = [];
  const document = {
    get cookie() {
      return [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    },
    set cookie(line: string) {
      const [name = '', value = ''] = line.split(';', 1)[0]?.split('=') ?? [];
      if (line.includes('max-age=0')) jar.delete(name);
      else jar.set(name, value);
    },
    addEventListener: () => undefined,
    visibilityState: 'visible',
  };
  vi.stubGlobal('document', document);
  vi.stubGlobal('window', { matchMedia: () => ({ matches: false }) });
  vi.stubGlobal('location', {
    protocol: 'https:',
    pathname: '/orbita/candidate/portal',
    search: '',
    replace: (address: string) => loads.push(address),
    assign: (address: string) => loads.push(address),
  });
  vi.stubGlobal('sessionStorage', { getItem: () => null, removeItem: () => undefined });
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('setInterval', () => 0);
  vi.stubGlobal('fetch', async (path: string, { headers }: { headers: Record<string, string> }) => {
    const token = headers.authorization ?? null;
    asked.push({ path, token });
    return token
      ? Response.json({ code: 'TENANT_MISMATCH', message: 'Sem permissão.', traceId: 't' }, { status: 403 })
      : Response.json([]);
  });
});
afterEach(() => vi.unstubAllGlobals());

const names = () => [...jar.keys()];
const SETTLE_MS = 20;

describe('D11: a token of another college', () => {
  it('is removed first, then the page goes to the sign-in page once, however many calls are refused', async () => {
    const { call } = await import('../base/api.ts');
    const { watchSession } = await import('../base/session-keeper.ts');
    watchSession();
    const pending = [
      call('GET /candidate/users/check/'),
      call('GET /candidate/states'),
      call('GET /candidate/genders'),
    ];
    await Promise.race([Promise.all(pending), new Promise((done) => setTimeout(done, SETTLE_MS))]);
    expect(names()).toEqual(['hideWelcomeModal']);
    expect(loads).toEqual(['/orbita/candidate/?redirectTo=%2Forbita%2Fcandidate%2Fportal']);
    expect(asked.every(({ token }) => token !== null)).toBe(true);
    expect(asked).toHaveLength(3);
  });

  it('sends a guarded page to the sign-in page in one load, without an error page', async () => {
    const { watchSession } = await import('../base/session-keeper.ts');
    const { requireSession } = await import('../base/guard.ts');
    watchSession();
    const request = new Request('https://beta.orbita.test/orbita/candidate/portal');
    await Promise.race([requireSession({ request }), new Promise((done) => setTimeout(done, SETTLE_MS))]);
    expect(names()).toEqual(['hideWelcomeModal']);
    expect(loads).toEqual(['/orbita/candidate/?redirectTo=%2Forbita%2Fcandidate%2Fportal']);
  });

  it('is not sent by the retry on the sign-in page, which does not reload', async () => {
    const { call } = await import('../base/api.ts');
    await expect(call('GET /candidate/states')).resolves.toEqual([]);
    expect(asked.map(({ token }) => token !== null)).toEqual([true, false]);
    expect(names()).toEqual(['hideWelcomeModal']);
    expect(loads).toEqual([]);
  });

  it('is retried at most once: without a token the error is shown', async () => {
    vi.stubGlobal('fetch', async () => {
      asked.push({ path: '', token: null });
      return Response.json({ code: 'TENANT_MISMATCH', message: 'Sem permissão.' }, { status: 403 });
    });
    const { call } = await import('../base/api.ts');
    await expect(call('GET /candidate/states')).rejects.toMatchObject({ code: 'TENANT_MISMATCH' });
    expect(asked).toHaveLength(2);
    await expect(call('GET /candidate/states')).rejects.toMatchObject({ code: 'TENANT_MISMATCH' });
    expect(asked).toHaveLength(3);
  });
});
