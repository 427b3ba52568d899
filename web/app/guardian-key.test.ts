import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const PAGE = '/orbita/candidate/responsavel';
/** What the tab keeps. */
const stored = new Map<string, string>();
let blocked: boolean;
let address: URL;

beforeEach(() => {
  vi.resetModules();
  stored.clear();
  blocked = false;
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => {
      if (blocked) throw new Error('blocked');
      stored.set(name, value);
    },
  });
  vi.stubGlobal('history', {
    replaceState: (_: unknown, __: string, to: string) => open(to),
  });
});
afterEach(() => vi.unstubAllGlobals());

function open(path: string): void {
  address = new URL(path, 'https://alfa.test');
  vi.stubGlobal('location', address);
}
const fresh = () => import('./guardian-key.ts');

it('takes the key out of the address and keeps it for reloads of the tab', async () => {
  open(`${PAGE}?x=1#k3y-_`);
  const { takeGuardianKey, guardianKey } = await fresh();
  expect(guardianKey()).toBe('');
  takeGuardianKey();
  expect(address.href).toBe(`https://alfa.test${PAGE}?x=1`);
  expect(guardianKey()).toBe('k3y-_');
  vi.resetModules();
  expect((await fresh()).guardianKey()).toBe('k3y-_');
});

it.each(['/orbita/candidate/portal#x', `${PAGE}/x#x`, PAGE, `${PAGE}#`])('leaves %s alone', async (path) => {
  open(path);
  const { takeGuardianKey, guardianKey } = await fresh();
  const before = address;
  takeGuardianKey();
  expect(address).toBe(before);
  expect(guardianKey()).toBe('');
});

it('a later link takes the place of the former one, also where nothing can be stored', async () => {
  const { takeGuardianKey, guardianKey } = await fresh();
  open(`${PAGE}#first`);
  takeGuardianKey();
  blocked = true;
  open(`${PAGE}#second`);
  takeGuardianKey();
  expect(guardianKey()).toBe('second');
});
