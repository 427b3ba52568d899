import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const PAGE = '/orbita/candidate/responsavel';
const HERE = '/responsavel';
/** The tab's storage. */
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
    removeItem: (name: string) => stored.delete(name),
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
const fresh = () => import('./link-key.ts');

it("moves the key from the address to the tab's storage, for reloads", async () => {
  open(`${PAGE}?x=1#k3y-_`);
  const { takeLinkKey, linkKey } = await fresh();
  expect(linkKey(HERE)).toBe('');
  takeLinkKey();
  expect(address.href).toBe(`https://alfa.test${PAGE}?x=1`);
  expect(linkKey(HERE)).toBe('k3y-_');
  vi.resetModules();
  expect((await fresh()).linkKey(HERE)).toBe('k3y-_');
});

it.each(['/orbita/candidate/portal#x', `${PAGE}/x#x`, PAGE, `${PAGE}#`])('leaves %s alone', async (path) => {
  open(path);
  const { takeLinkKey, linkKey } = await fresh();
  const before = address;
  takeLinkKey();
  expect(address).toBe(before);
  expect(linkKey(HERE)).toBe('');
});

it('a later link replaces the former one, even where nothing can be stored', async () => {
  const { takeLinkKey, linkKey } = await fresh();
  open(`${PAGE}#first`);
  takeLinkKey();
  blocked = true;
  open(`${PAGE}#second`);
  takeLinkKey();
  expect(linkKey(HERE)).toBe('second');
});

it('keeps the keys of two kinds of pages separate', async () => {
  const { takeLinkKey, linkKey } = await fresh();
  open(`${PAGE}#guardian`);
  takeLinkKey();
  open('/orbita/candidate/pagar#payer');
  takeLinkKey();
  expect([linkKey('/responsavel'), linkKey('/pagar')]).toEqual(['guardian', 'payer']);
});
