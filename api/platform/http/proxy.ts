import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { entryOf } from '@orbita/domain/foundation';
import type { FastifyInstance } from 'fastify';
import ipaddr from 'ipaddr.js';
import { withoutPort } from './network.ts';

/** What a trusted proxy may state about a request, each only in the header configured for it. */
const SAID = ['address', 'scheme', 'host', 'trace'] as const;
type Said = (typeof SAID)[number];
export type ProxyTrust = {
  /** Addresses of our proxies, as single addresses or networks (`10.0.0.0/8`); empty means none is trusted. */
  addresses: readonly string[];
  headers: Readonly<Partial<Record<Said, string>>>;
};

/** Proxies pass on the client's `Host` and `traceparent`, so no header is used for host or trace unless configured. */
const USUAL = 'address=x-forwarded-for,scheme=x-forwarded-proto';
const NETWORKS: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};
/** Headers that clients, not proxies, control. */
const NEVER: ReadonlySet<string> = new Set(['host', 'origin', 'cookie', 'authorization', 'referer']);

const listed = (text: string): string[] =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 4 ? 'ipv4' : 'ipv6');

/**
 * Compiles addresses and networks into a block list.
 * @throws `Error` for an invalid network, and for one that contains every address.
 */
function compiled(addresses: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of addresses.flatMap((one) => entryOf(NETWORKS, one) ?? [one])) {
    const [address = '', bits] = entry.split('/');
    const most = isIP(address) === 4 ? 32 : 128;
    const prefix = bits === undefined ? most : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN;
    if (isIP(address) === 0 || !(prefix >= 1 && prefix <= most))
      throw new Error(`"${entry}" is no address and no network of proxies`);
    list.addSubnet(address, prefix, familyOf(address));
  }
  return list;
}

/**
 * Reads which proxies are trusted (`ORBITA_TRUST_PROXY`) and which headers they use for what (`ORBITA_PROXY_HEADERS`, like
 * `address=x-forwarded-for,scheme=x-forwarded-proto`).
 * @throws `Error` with what is wrong.
 */
export function readProxyTrust(trusted: string | undefined, headers: string | undefined): ProxyTrust {
  const addresses = listed(trusted ?? '');
  compiled(addresses);
  const named: Partial<Record<Said, string>> = {};
  for (const entry of listed(headers ?? USUAL)) {
    const [what = '', name = '', more] = entry.split('=');
    const said = SAID.find((one) => one === what);
    if (!said || named[said] || more !== undefined || !/^[a-z][a-z0-9-]{0,60}$/.test(name) || NEVER.has(name))
      throw new Error(`"${entry}" is not ${SAID.join('|')} = name of a header in small letters, each once`);
    named[said] = name;
  }
  return { addresses, headers: named };
}

/**
 * Normalises an address: without port, brackets and zone, with embedded IPv4 addresses unwrapped; undefined if it is not an
 * address.
 */
function readable(text: string): string | undefined {
  const [address = ''] = withoutPort(text.trim()).split('%', 1);
  return isIP(address) === 0 ? undefined : ipaddr.process(address).toString();
}

/** The true address, scheme and host of a request; `trace` is the W3C `traceparent` of one of our own services. */
export type Origin = {
  ip: string;
  protocol: 'http' | 'https';
  /** In its one spelling: small letters, without the final dot of a complete name and without the scheme's own port. */
  host: string;
  /** Whether the name ended in a dot: for browsers that is another host, with cookies and passkeys of its own. */
  dotted: boolean;
  trace: string | undefined;
};

const DEFAULT_PORT = { http: /^([^:]+):80$/, https: /^([^:]+):443$/ };
/** One dot, and only where a name precedes it; with two there is no such host. */
const FINAL_DOT = /^([^:]*[^:.])\.(?=:|$)/;

/** Whether an origin that a browser states is a page of the request's own host, however its name is spelled. */
export const isOwnOrigin = ({ host }: Pick<Origin, 'host'>, origin: string): boolean =>
  URL.canParse(origin) && new URL(origin).host.replace(FINAL_DOT, '$1') === host;

export function originReader({ addresses, headers }: ProxyTrust): (raw: IncomingMessage) => Origin {
  const list = compiled(addresses);
  const isOurs = (address: string) => list.check(address, familyOf(address));
  /** Values of a configured header, in the order in which the proxies appended them. */
  const said = ({ headers: sent }: IncomingMessage, what: Said): string[] | undefined => {
    const value = headers[what] === undefined ? undefined : sent[headers[what]];
    return value === undefined
      ? undefined
      : String(value)
          .split(',')
          .map((one) => one.trim());
  };
  /** From the right, each address is what the next of our proxies saw; the first one that is not ours is the visitor's. */
  const visitor = (raw: IncomingMessage, peer: string): string => {
    let address = peer;
    for (const entry of (said(raw, 'address') ?? []).reverse()) {
      const next = isOurs(address) ? readable(entry) : undefined;
      if (next === undefined) break;
      address = next;
    }
    return address;
  };
  return (raw) => {
    const peer = readable(raw.socket?.remoteAddress ?? '') ?? '';
    const trusted = peer !== '' && isOurs(peer);
    const own = (raw.socket as { encrypted?: boolean } | null)?.encrypted ? 'https' : 'http';
    const scheme = trusted ? said(raw, 'scheme')?.at(-1)?.toLowerCase() : undefined;
    const protocol = scheme === 'https' || scheme === 'http' ? scheme : own;
    const called = (
      (trusted ? said(raw, 'host')?.at(-1) : undefined) ??
      raw.headers.host ??
      ''
    ).toLowerCase();
    const host = called.replace(FINAL_DOT, '$1');
    return {
      ip: trusted ? visitor(raw, peer) : peer,
      protocol,
      host: host.replace(DEFAULT_PORT[protocol], '$1'),
      dotted: host !== called,
      trace: trusted ? said(raw, 'trace')?.at(-1) : undefined,
    };
  };
}

/** Whether a request contains two Host headers: a proxy may have used the other one (RFC 9112, 3.2). */
export const namesTwoHosts = ({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean =>
  rawHeaders.filter((name, n) => n % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host').length >
  1;

/**
 * Derives `ip`, `protocol`, `host`, `dotted` and `trace` of every request, page and socket from the connection and our proxies' headers.
 * Fastify's own `trustProxy` would let X-Forwarded-Host choose the tenant.
 */
export function readOrigins(app: FastifyInstance, trust: ProxyTrust): void {
  const originOf = originReader(trust);
  const known = new WeakMap<IncomingMessage, Origin>();
  const of = (raw: IncomingMessage): Origin => {
    const origin = known.get(raw) ?? originOf(raw);
    known.set(raw, origin);
    return origin;
  };
  for (const name of ['ip', 'protocol', 'host', 'dotted', 'trace'] as const)
    app.decorateRequest(name, {
      getter() {
        return of(this.raw)[name] as never;
      },
    });
}
