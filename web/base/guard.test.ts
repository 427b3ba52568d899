import { ApiError, NetworkError } from '@orbita/client/errors.ts';
import { uiTexts } from '@orbita/ui/texts.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { call } from './api.ts';
import { ownProfile, requireSession, skipSignIn } from './guard.ts';
import { beginLeaving, leave, leaveToSignIn } from './leave.ts';
import { queryClient } from './query.ts';
import { signInAgain } from './session-keeper.ts';

const tokens = vi.hoisted(() => ({ signedIn: undefined as string | undefined, link: '' }));
vi.mock('./settings.ts', () => ({
  settings: { tenant: { alias: 'alfa', id: '1' } },
  BASE: '/orbita/candidate',
}));
vi.mock('./session.ts', () => ({
  session: { token: (path?: string) => (path && path === tokens.link ? 'of a link' : tokens.signedIn) },
}));
vi.mock('./session-keeper.ts', () => ({ signInAgain: vi.fn() }));
vi.mock('@orbita/client/server-clock.ts', () => ({ setServerTime: () => undefined }));
vi.mock('./leave.ts', () => ({
  beginLeaving: vi.fn(),
  leave: vi.fn(),
  leaveToSignIn: vi.fn(),
  never: () => Promise.resolve('never'),
}));
vi.mock('./api.ts', async (load) => ({ ...(await load<object>()), call: vi.fn() }));
const assign = vi.fn();
const place = { assign, pathname: '', search: '', hash: '' };
vi.stubGlobal('location', place);

const asking = vi.mocked(call);
const KNOWN = { payloadToken: { personId: 7 } };
/** A page that is opened at an address; its request lacks the hash, as the router's requests do. */
const at = (address: string) => {
  const { pathname, search, hash } = new URL(`http://a.test/orbita/candidate${address}`);
  Object.assign(place, { pathname, search, hash });
  return { request: new Request(`http://a.test${pathname}${search}`) };
};
const serverSays = (answer: unknown) =>
  asking.mockImplementation((async () => {
    if (answer instanceof Error) throw answer;
    return answer;
  }) as never);
const refusal = (status: number, code: string) => new ApiError(status, { code, message: 'x' });
const lost = refusal(401, 'UNAUTHENTICATED');
/** A stale positive answer of the session check: the guard asks again. */
const knownBefore = () => queryClient.setQueryData(['users', 'check'], KNOWN, { updatedAt: 1 });
const SILENCE = [new NetworkError(uiTexts), refusal(500, 'INTERNAL'), refusal(503, 'DATABASE_AWAY')];

beforeEach(() => {
  vi.clearAllMocks();
  queryClient.clear();
  queryClient.setDefaultOptions({ queries: { retry: false, staleTime: 0 } });
  tokens.signedIn = 'token';
  tokens.link = '';
  serverSays(KNOWN);
});

describe('a page that needs a session', () => {
  it('opens when the server accepts the token', async () => {
    expect(await requireSession(at('/portal'))).toBeNull();
    for (const away of [signInAgain, leaveToSignIn, beginLeaving, assign])
      expect(away).not.toHaveBeenCalled();
  });

  it('without a token leads to the sign-in page without a server call, and keeps the wanted page', async () => {
    tokens.signedIn = undefined;
    await requireSession(at('/tracking?subscription=1#caminho'));
    expect(leaveToSignIn).toHaveBeenCalledWith('/tracking?subscription=1#caminho');
    expect(call).not.toHaveBeenCalled();
    // The hash of the page being left does not belong to the next one.
    const next = at('/course');
    Object.assign(place, { pathname: '/orbita/candidate/portal', hash: '#x' });
    await requireSession(next);
    expect(leaveToSignIn).toHaveBeenLastCalledWith('/course');
  });

  it("leads to the portal when the page's first calls found its token to be invalid", async () => {
    tokens.signedIn = undefined;
    vi.stubGlobal('window', { orbitaEarly: {} });
    await requireSession(at('/course'));
    expect(leaveToSignIn).toHaveBeenLastCalledWith('/portal');
    // Somebody who was admitted and has been signed out since returns to the page afterwards.
    knownBefore();
    await requireSession(at('/course'));
    expect(leaveToSignIn).toHaveBeenLastCalledWith('/course');
    vi.stubGlobal('window', undefined);
  });

  it.each([false, true])(
    'S8: leads to the portal once the server no longer knows the token (known before: %s)',
    async (before) => {
      if (before) knownBefore();
      serverSays(lost);
      await requireSession(at('/course?tipo=pos'));
      expect(signInAgain).toHaveBeenCalledExactlyOnceWith('/portal');
    },
  );

  it.each(SILENCE)(
    'keeps a session that was valid before when the server does not answer (%s)',
    async (silence) => {
      knownBefore();
      serverSays(silence);
      expect(await requireSession(at('/portal'))).toBeNull();
      expect(signInAgain).not.toHaveBeenCalled();
    },
  );

  it.each(SILENCE)(
    'shows an error when the server never confirmed the session and does not answer (%s)',
    async (silence) => {
      serverSays(silence);
      await expect(requireSession(at('/portal'))).rejects.toBe(silence);
      expect(signInAgain).not.toHaveBeenCalled();
    },
  );

  it.each([
    ['/subscriptions/5?accesskey=k', ''],
    ['/subscriptions/5', '/subscriptions/5'],
  ])('S17: is reloaded when it belongs to another session: %s', async (address, link) => {
    tokens.link = link;
    await requireSession(at(address));
    expect(beginLeaving).toHaveBeenCalled();
    expect(assign).toHaveBeenCalledWith(`/orbita/candidate${address}`);
    expect(call).not.toHaveBeenCalled();
  });
});

describe('the sign-in page', () => {
  const leads = async (address: string) => {
    const answer = await skipSignIn(at(address));
    return answer instanceof Response ? answer.headers.get('location') : answer;
  };

  it('redirects a signed-in person to the portal or to the wanted page', async () => {
    expect(await leads('/')).toBe('/portal');
    expect(await leads('/?redirectTo=%2Forbita%2Fcandidate%2Fprofile')).toBe('/profile');
  });

  it('S6: never redirects to another site', async () => {
    for (const address of ['https://mau.test/', '//mau.test', '/outro/lugar', 'javascript:alert(1)'])
      expect(await leads(`/?redirectTo=${encodeURIComponent(address)}`)).toBe('/portal');
  });

  it('drops a token the server does not accept, and stays', async () => {
    serverSays(lost);
    expect(await leads('/?redirectTo=x')).toBe('never');
    expect(leave).toHaveBeenCalledExactlyOnceWith('/?redirectTo=x');
  });

  it('does not call the server without a token', async () => {
    tokens.signedIn = undefined;
    await leads('/');
    expect(leaveToSignIn).toHaveBeenCalled();
    expect(call).not.toHaveBeenCalled();
  });
});

it("only one's own profile exists", async () => {
  expect(await ownProfile({ params: { id: '7' } })).toBeNull();
  expect(await ownProfile({ params: {} })).toBeNull();
  await expect(ownProfile({ params: { id: '8' } })).rejects.toMatchObject({ status: 404 });
});
