import { beforeEach, expect, it, vi } from 'vitest';
import { requireSession } from '../base/guard.ts';

vi.stubGlobal('location', { pathname: '/', search: '', hash: '' });
const tab = vi.hoisted(() => ({ open: true }));
vi.mock('../base/base.ts', () => ({ BASE: '/orbita/candidate/visualizacao', inView: true }));
vi.mock('../base/settings.ts', () => ({ settings: { tenant: { alias: 'alfa', id: '1' } }, BASE: '/x' }));
vi.mock('../base/session.ts', () => ({ session: { token: () => 'view' } }));
vi.mock('../base/session-keeper.ts', () => ({ signInAgain: vi.fn() }));
vi.mock('@orbita/client/server-clock.ts', () => ({ setServerTime: () => undefined }));
vi.mock('../base/leave.ts', () => ({
  beginLeaving: vi.fn(),
  leave: vi.fn(),
  leaveToSignIn: vi.fn(),
  never: vi.fn(),
}));
vi.mock('../base/api.ts', async (load) => ({
  ...(await load<object>()),
  call: async () => ({ payloadToken: {} }),
}));
/** A view of application 12: only its own pages and those of its essay can be reached. */
vi.mock('../base/tab-access.ts', () => ({
  tabAccess: (path?: string) =>
    tab.open && (path === undefined || path === '/subscriptions/12')
      ? { token: 'view', uuid: 'u', subscriptionId: 12 }
      : undefined,
}));

const at = (address: string) =>
  requireSession({ request: new Request(`http://a.test/orbita/candidate/visualizacao${address}`) });
beforeEach(() => {
  tab.open = true;
});

it.each(['/portal', '/profile/7', '/subscriptions/13?etapa=dados'])(
  'a team view returns to its application from %s (spec 25.6.3)',
  async (address) => {
    const led = await at(address).catch((thrown: unknown) => thrown);
    expect(led).toBeInstanceOf(Response);
    expect((led as Response).headers.get('location')).toBe('/subscriptions/12');
  },
);

it.each(['/subscriptions/12', '/subscriptions/12?etapa=dados'])('a view shows %s', async (address) => {
  expect(await at(address)).toBeNull();
});

it('a view without its access is left to the other rules', async () => {
  tab.open = false;
  expect(await at('/portal')).toBeNull();
});
