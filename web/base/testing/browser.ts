type Listener = (event: Record<string, unknown>) => void;

/** A token with these claims and no valid signature. */
export const tokenOf = (claims: object): string =>
  `x.${btoa(JSON.stringify({ sub: 'u', exp: 1, rem: false, ...claims }))}.y`;

/**
 * A fake browser: cookies, address, storage, events, other tabs and the network. Create it before importing the modules under
 * test, and re-import them in each test.
 */
export function fakeBrowser(stub: (name: string, value: unknown) => unknown, path = '/portal') {
  const jar = new Map<string, string>();
  const store = new Map<string, string>();
  const lines: string[] = [];
  const loads: string[] = [];
  const posted: unknown[] = [];
  const asked: { method: string; path: string; headers: Record<string, string>; body?: string }[] = [];
  const listeners = new Map<string, Listener[]>();
  const listen = (name: string, listener: Listener) => {
    listeners.set(name, [...(listeners.get(name) ?? []), listener]);
  };
  const state = {
    closedStorage: false,
    visible: 'visible',
    answer: (() => Response.json({})) as (path: string, init: RequestInit) => Response | Promise<Response>,
    channel: undefined as { onmessage?: Listener } | undefined,
  };
  const storage = () => {
    if (state.closedStorage) throw new Error('closed');
  };
  const location = {
    protocol: 'https:',
    hostname: 'localhost',
    pathname: `/orbita/candidate${path.split(/[?#]/)[0]}`,
    search: path.includes('?') ? `?${path.split(/[?#]/)[1]}` : '',
    hash: path.includes('#') ? `#${path.split('#')[1]}` : '',
    replace: (address: string) => void loads.push(address),
    assign: (address: string) => void loads.push(address),
    reload: () => void loads.push('reload'),
  };
  const document = {
    get cookie() {
      return [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    },
    set cookie(line: string) {
      lines.push(line);
      const [name = '', value = ''] = line.split(';', 1)[0]?.split('=') ?? [];
      if (line.includes('max-age=0')) jar.delete(name);
      else jar.set(name, value);
    },
    addEventListener: listen,
    querySelector: () => null,
    get visibilityState() {
      return state.visible;
    },
  };
  class Channel {
    onmessage: Listener | undefined;
    constructor() {
      state.channel = this as never;
    }
    postMessage(message: unknown) {
      posted.push(message);
    }
  }
  stub('document', document);
  stub('location', location);
  stub('window', { BroadcastChannel: Channel, matchMedia: () => ({ matches: false }) });
  stub('BroadcastChannel', Channel);
  stub('addEventListener', listen);
  stub('sessionStorage', {
    get length() {
      storage();
      return store.size;
    },
    key: (at: number) => [...store.keys()][at] ?? null,
    getItem: (name: string) => {
      storage();
      return store.get(name) ?? null;
    },
    setItem: (name: string, value: string) => {
      storage();
      store.set(name, value);
    },
    removeItem: (name: string) => {
      storage();
      store.delete(name);
    },
  });
  stub('fetch', async (at: string, init: RequestInit) => {
    asked.push({ ...(init as { method: string; headers: Record<string, string>; body?: string }), path: at });
    return state.answer(at, init);
  });
  return {
    ...{ jar, store, lines, loads, posted, asked, location, state },
    /** Fires an event on the window or the document. `receive` delivers a message from another tab. */
    fire: (name: string, event: Record<string, unknown> = {}) => {
      for (const listener of listeners.get(name) ?? []) listener(event);
    },
    receive: (message: string) => state.channel?.onmessage?.({ data: message }),
  };
}

export type FakeBrowser = ReturnType<typeof fakeBrowser>;
