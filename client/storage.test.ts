import { afterEach, describe, expect, it, vi } from 'vitest';

const throwing = {
  getItem: () => {
    throw new Error('SecurityError');
  },
  setItem: () => {
    throw new Error('QuotaExceededError');
  },
  removeItem: () => {
    throw new Error('SecurityError');
  },
  get length(): number {
    throw new Error('SecurityError');
  },
  key: () => null,
};
/** Accepts writes and forgets them, as a managed browser does. */
const forgetting = {
  getItem: () => null,
  setItem: () => undefined,
  removeItem: () => undefined,
  length: 0,
  key: () => null,
};

const open = async (storage: unknown) => {
  vi.resetModules();
  vi.stubGlobal('sessionStorage', storage);
  const { keepsInTab, tabStore } = await import('./storage.ts');
  return { store: tabStore, lasts: keepsInTab };
};
afterEach(() => vi.unstubAllGlobals());

describe.each([
  ['is null', null],
  ['is missing', undefined],
  ['throws at every use', throwing],
  ['forgets what was written', forgetting],
])('a browser whose storage %s', (_, storage) => {
  it('keeps values as long as the page, and reports that they are not stored', async () => {
    const { store, lasts } = await open(storage);
    expect([store.getItem('a'), store.names()]).toEqual([null, []]);
    store.setItem('a', '1');
    store.setItem('b', '2');
    expect([store.getItem('a'), store.names(), lasts()]).toEqual(['1', ['a', 'b'], false]);
    store.removeItem('a');
    expect([store.getItem('a'), store.names()]).toEqual([null, ['b']]);
  });
});

it('throws nothing where even accessing the storage is refused', async () => {
  vi.resetModules();
  const given = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    get: () => {
      throw new Error('SecurityError');
    },
  });
  const { deviceStore, keepsOnDevice } = await import('./storage.ts');
  deviceStore.setItem('a', '1');
  expect([deviceStore.getItem('a'), keepsOnDevice()]).toEqual(['1', false]);
  if (given) Object.defineProperty(globalThis, 'localStorage', given);
  else Reflect.deleteProperty(globalThis, 'localStorage');
});

it('uses a working storage, and memory only for what does not fit', async () => {
  const kept = new Map<string, string>();
  const { store, lasts } = await open({
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => {
      if (value.length > 3) throw new Error('QuotaExceededError');
      kept.set(name, value);
    },
    removeItem: (name: string) => kept.delete(name),
    get length() {
      return kept.size;
    },
    key: (at: number) => [...kept.keys()][at] ?? null,
  });
  expect([lasts(), lasts(4)]).toEqual([true, false]);
  store.setItem('a', '1');
  store.setItem('a', 'long text');
  expect([store.getItem('a'), kept.get('a'), [...new Set(store.names())]]).toEqual([
    'long text',
    undefined,
    ['a'],
  ]);
  store.setItem('a', '2');
  expect([store.getItem('a'), kept.get('a')]).toEqual(['2', '2']);
});
