type Heard = (event: Record<string, unknown>) => void;

/** A token that says this of its session; nobody checks its signature here. */
export const tokenOf = (claims: object): string => `x.${btoa(JSON.stringify(claims))}.y`;

/**
 * What a page sees of a browser, without one: cookies, address, storage, events, other tabs and the network. The page's
 * modules are loaded after it stands, each test loads them anew.
 */
export function fakeBrowser(stub: (name: string, value: unknown) => unknown, path = '/portal') {
  const jar = new Map<string, string>();
  const store = new Map<string, string>();
  const lines: string[] = [];
  const loads: string[] = [];
  const told: unknown[] = [];
  const asked: { method: string; path: string; headers: Record<string, string>; body?: string }[] = [];
  const heard = new Map<string, Heard[]>();
  const listen = (name: string, heardBy: Heard) => {
    heard.set(name, [...(heard.get(name) ?? []), heardBy]);
  };
  const state = {
    closedStorage: false,
    visible: 'visible',
    answer: (() => Response.json({})) as (path: string, init: RequestInit) => Response | Promise<Response>,
    channel: undefined as { onmessage?: Heard } | undefined,
  };
  const storage = () => {
    if (state.closedStorage) throw new Error('closed');
  };
  const location = {
    protocol: 'https:',
    pathname: `/orbita/candidate${path.split('?')[0]}`,
    search: path.includes('?') ? `?${path.split('?')[1]}` : '',
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
    onmessage: Heard | undefined;
    constructor() {
      state.channel = this as never;
    }
    postMessage(news: unknown) {
      told.push(news);
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
    ...{ jar, store, lines, loads, told, asked, location, state },
    /** Something happened in the window, the document or another tab. */
    happens: (name: string, event: Record<string, unknown> = {}) => {
      for (const heardBy of heard.get(name) ?? []) heardBy(event);
    },
    hears: (news: string) => state.channel?.onmessage?.({ data: news }),
  };
}

export type FakeBrowser = ReturnType<typeof fakeBrowser>;
