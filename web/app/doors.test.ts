import { describe, expect, it } from 'vitest';
import { doorOf, gateAddress } from './doors.ts';

const to = (path: string) => ({ replace: `/?redirectTo=${encodeURIComponent(`/orbita/candidate${path}`)}` });

describe('what opens without a session (spec 4.2)', () => {
  it.each([
    ['/', 'gate'],
    ['', 'gate'],
    ['/?redirectTo=https%3A%2F%2Fmalicioso.test', 'gate'],
    ['/reset-password', 'gate'],
    ['/reset-password/abc-123', 'gate'],
    ['/print?ticket=x', 'app'],
    ['/print/', 'app'],
    ['/logout', 'app'],
    ['/auth?code=x', 'app'],
    ['/auth/google?code=x&state=y', 'gate'],
    ['/auth/linkedin', 'gate'],
    ['/testelogin', 'app'],
    ['/tracking', to('/tracking')],
    ['/tracking?subscription=5001', to('/tracking?subscription=5001')],
    ['/portal', to('/portal')],
    ['/subscriptions/essays/5001?etapa=dados', to('/subscriptions/essays/5001?etapa=dados')],
    ['/change-password', to('/change-password')],
    ['/profile/9001', to('/profile/9001')],
    ['/nada', to('/nada')],
    ['/subscriptions/tax/5001?accesskey=k', 'link'],
    ['/essays/7001?x=1&accesskey=k', 'link'],
    ['/portal?accesskey=k', to('/portal?accesskey=k')],
    ['/subscriptionsx?accesskey=k', to('/subscriptionsx?accesskey=k')],
    ['/authority', to('/authority')],
    ['/index_old?utm=x', { replace: '/?utm=x' }],
    ['/index_old/?utm=x', { replace: '/?utm=x' }],
    ['/index_old', { replace: '/' }],
  ] as const)('%s', (address, door) => {
    expect(doorOf(address, false)).toEqual(door);
  });

  it('opens the app with a token, but old links go on', () => {
    for (const address of ['/', '/portal', '/reset-password', '/nada'])
      expect(doorOf(address, true)).toBe('app');
    expect(doorOf('/subscriptions/5001?accesskey=k', true)).toBe('link');
    expect(doorOf('/index_old?utm=x', true)).toEqual({ replace: '/?utm=x' });
  });

  it('never returns to the way out, to old links or out of the application', () => {
    for (const wanted of ['/logout', '/logout?x=1', '/index_old', '/../../x', '//malicioso.test'])
      expect(gateAddress(wanted)).toBe('/');
  });
});
