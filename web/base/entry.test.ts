import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { entryOf, signInAddress } from './entry.ts';

const to = (path: string) => ({ replace: `/?redirectTo=${encodeURIComponent(`/orbita/candidate${path}`)}` });

describe('pages that open without a session (spec 4.2)', () => {
  it.each([
    ['/', 'sign-in'],
    ['', 'sign-in'],
    ['/?redirectTo=https%3A%2F%2Fmalicioso.test', 'sign-in'],
    ['/reset-password', 'sign-in'],
    ['/reset-password/abc-123', 'sign-in'],
    ['/print?ticket=x', 'app'],
    ['/print/', 'app'],
    ['/print/contrato?ticket=x', 'app'],
    ['/printer', 'app'],
    ['/logout', 'app'],
    ['/logout?acesso-encerrado', 'goodbye'],
    ['/logout?redirectTo=acesso-encerrado', 'app'],
    ['/auth?code=x', 'app'],
    ['/auth/google?code=x&state=y', 'sign-in'],
    ['/auth/linkedin', 'sign-in'],
    ['/testelogin', 'app'],
    ['/responsavel', 'app'],
    ['/pagar', 'app'],
    ['/verificar', 'app'],
    ['/verificar/7K3M', 'app'],
    ['/verificar/7K3M/x', 'app'],
    ['/tracking', to('/tracking')],
    ['/tracking?subscription=5001', to('/tracking?subscription=5001')],
    ['/portal', to('/portal')],
    ['/subscriptions/essays/5001?etapa=dados', to('/subscriptions/essays/5001?etapa=dados')],
    ['/change-password', to('/change-password')],
    ['/profile/9001', to('/profile/9001')],
    ['/nada', 'app'],
    ['/portal/nada', 'app'],
    ['/Portal', to('/Portal')],
    ['/portal#ajuda', to('/portal#ajuda')],
    ['/course?q=a#b', to('/course?q=a#b')],
    ['/subscriptions/pos/classes/5001', to('/subscriptions/pos/classes/5001')],
    ['/subscriptions/tax/5001?accesskey=k', 'link'],
    ['/essays/7001?x=1&accesskey=k', 'link'],
    ['/portal?accesskey=k', to('/portal?accesskey=k')],
    ['/essays/7001?accesskey=', to('/essays/7001?accesskey=')],
    ['/essays/7001#?accesskey=k', to('/essays/7001#?accesskey=k')],
    ['/subscriptionsx?accesskey=k', 'app'],
    ['/authority', 'app'],
    ['/index_old?utm=x', { replace: '/?utm=x' }],
    ['/index_old/?utm=x', { replace: '/?utm=x' }],
    ['/index_old', { replace: '/' }],
  ] as const)('%s', (address, entry) => {
    expect(entryOf(address, false)).toEqual(entry);
  });

  it('opens the app with a token, but still redirects old links and exchanges access keys', () => {
    for (const address of ['/', '/portal', '/reset-password', '/nada'])
      expect(entryOf(address, true)).toBe('app');
    expect(entryOf('/subscriptions/5001?accesskey=k', true)).toBe('link');
    expect(entryOf('/index_old?utm=x', true)).toEqual({ replace: '/?utm=x' });
  });

  it('knows every page that needs a session, so that the sign-in page loads without the app', () => {
    // Read as text: the pages themselves need a browser.
    const [, guarded = ''] =
      /const guarded[^=]*= \[(.*?)\n\];/s.exec(
        readFileSync(join(import.meta.dirname, '../app/routes.tsx'), 'utf8'),
      ) ?? [];
    const paths = [...guarded.matchAll(/(?:page|courses|redirectTo|shell)\('(\/[^']*)'/g)].map(
      ([, path = '']) => path,
    );
    expect(paths.length).toBeGreaterThan(15);
    for (const path of paths) {
      const address = path.replace(/\/:id\??$/, '/7');
      expect(entryOf(address, false), path).toEqual(to(address));
    }
  });

  it('never returns to sign-out, to old links or to another site', () => {
    for (const wanted of ['/logout', '/logout?x=1', '/index_old', '/../../x', '//malicioso.test'])
      expect(signInAddress(wanted)).toBe('/');
  });
});
