import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, call, NetworkError } from './api.ts';
import { ownProfile, passGate, requireSession } from './guard.ts';
import { beginLeaving, leave, leaveToGate } from './leave.ts';
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
vi.mock('./leave.ts', () => ({
  beginLeaving: vi.fn(),
  leave: vi.fn(),
  leaveToGate: vi.fn(),
  never: () => Promise.resolve('never'),
}));
vi.mock('./api.ts', async (load) => ({ ...(await load<object>()), call: vi.fn() }));
const assign = vi.fn();
vi.stubGlobal('location', { assign });

const asking = vi.mocked(call);
const KNOWN = { payloadToken: { personId: 7 } };
const at = (address: string) => ({ request: new Request(`http://a.test/orbita/candidate${address}`) });
/** The server answers like this from now on. */
const serverSays = (answer: unknown) =>
  asking.mockImplementation((async () => {
    if (answer instanceof Error) throw answer;
    return answer;
  }) as never);
const refusal = (status: number, code: string) => new ApiError(status, { code, message: 'x' });
const lost = refusal(401, 'UNAUTHENTICATED');
/** What the person was known as a while ago: the next look asks again. */
const knownBefore = () => queryClient.setQueryData(['users', 'check'], KNOWN, { updatedAt: 1 });
const SILENCE = [new NetworkError(), refusal(500, 'INTERNAL'), refusal(503, 'DATABASE_AWAY')];

beforeEach(() => {
  vi.clearAllMocks();
  queryClient.clear();
  queryClient.setDefaultOptions({ queries: { retry: false, staleTime: 0 } });
  tokens.signedIn = 'token';
  tokens.link = '';
  serverSays(KNOWN);
});

describe('a page that needs a session', () => {
  it('opens for whom the server knows', async () => {
    expect(await requireSession(at('/portal'))).toBeNull();
    for (const away of [signInAgain, leaveToGate, beginLeaving, assign]) expect(away).not.toHaveBeenCalled();
  });

  it('sends whoever shows no token to the gate, asking nobody, and back where they wanted to go', async () => {
    tokens.signedIn = undefined;
    await requireSession(at('/tracking?subscription=1'));
    expect(leaveToGate).toHaveBeenCalledWith('/tracking?subscription=1');
    expect(call).not.toHaveBeenCalled();
  });

  it.each([false, true])(
    'S8: asks to sign in again once the server no longer knows the token (known before: %s)',
    async (before) => {
      if (before) knownBefore();
      serverSays(lost);
      await requireSession(at('/portal'));
      expect(signInAgain).toHaveBeenCalledExactlyOnceWith('/portal');
    },
  );

  it.each(SILENCE)('ends no session of somebody known because the server is silent (%s)', async (silence) => {
    knownBefore();
    serverSays(silence);
    expect(await requireSession(at('/portal'))).toBeNull();
    expect(signInAgain).not.toHaveBeenCalled();
  });

  it.each(SILENCE)(
    'shows nothing to somebody not known yet while the server is silent (%s)',
    async (silence) => {
      serverSays(silence);
      await expect(requireSession(at('/portal'))).rejects.toBe(silence);
      expect(signInAgain).not.toHaveBeenCalled();
    },
  );

  it.each([
    ['/subscriptions/5?accesskey=k', ''],
    ['/subscriptions/5', '/subscriptions/5'],
  ])('S17: is loaded anew where it is of another person than the one before: %s', async (address, link) => {
    tokens.link = link;
    await requireSession(at(address));
    expect(beginLeaving).toHaveBeenCalled();
    expect(assign).toHaveBeenCalledWith(`/orbita/candidate${address}`);
    expect(call).not.toHaveBeenCalled();
  });
});

describe('the gate', () => {
  const leads = async (address: string) => {
    const answer = await passGate(at(address));
    return answer instanceof Response ? answer.headers.get('location') : answer;
  };

  it('lets pass whom the server knows: to the portal, or where they wanted to go', async () => {
    expect(await leads('/')).toBe('/portal');
    expect(await leads('/?redirectTo=%2Forbita%2Fcandidate%2Fprofile')).toBe('/profile');
  });

  it('S6: leads nowhere outside', async () => {
    for (const address of ['https://mau.test/', '//mau.test', '/outro/lugar', 'javascript:alert(1)'])
      expect(await leads(`/?redirectTo=${encodeURIComponent(address)}`)).toBe('/portal');
  });

  it('forgets a token that the server does not know, and stays shut', async () => {
    serverSays(lost);
    expect(await leads('/?redirectTo=x')).toBe('never');
    expect(leave).toHaveBeenCalledExactlyOnceWith('/?redirectTo=x');
  });

  it('asks nobody without a token', async () => {
    tokens.signedIn = undefined;
    await leads('/');
    expect(leaveToGate).toHaveBeenCalled();
    expect(call).not.toHaveBeenCalled();
  });
});

it('the profile of anybody else does not exist', async () => {
  expect(await ownProfile({ params: { id: '7' } })).toBeNull();
  expect(await ownProfile({ params: {} })).toBeNull();
  await expect(ownProfile({ params: { id: '8' } })).rejects.toMatchObject({ status: 404 });
});
