import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import ipaddr from 'ipaddr.js';
import { withoutPort } from './network.ts';

/** What a trusted proxy may say of a request, each in the header that is named for it, and in no other one. */
const SAID = ['address', 'scheme', 'host', 'trace'] as const;
type Said = (typeof SAID)[number];
export type ProxyTrust = {
  /** Addresses of our proxies, as single addresses or networks (`10.0.0.0/8`); empty = none is trusted. */
  addresses: readonly string[];
  headers: Readonly<Partial<Record<Said, string>>>;
};

/** A proxy passes `Host` and `traceparent` of the client on, so no header speaks for host or trace unless somebody names one. */
const USUAL = 'address=x-forwarded-for,scheme=x-forwarded-proto';
const NETWORKS: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};
/** Headers that clients, not proxies, decide about. */
const NEVER: ReadonlySet<string> = new Set(['host', 'origin', 'cookie', 'authorization', 'referer']);

const listed = (text: string): string[] =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 4 ? 'ipv4' : 'ipv6');

/** @throws `Error` for what is no network, and for one that holds everybody. */
function compiled(addresses: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of addresses.flatMap((one) => NETWORKS[one] ?? [one])) {
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
 * Reads which proxies are trusted (`ORBITA_TRUST_PROXY`) and in which headers they say what
 * (`ORBITA_PROXY_HEADERS`, as `address=x-forwarded-for,scheme=x-forwarded-proto`). @throws `Error` with what is wrong.
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

/** An address in one spelling: without port, brackets and zone, and an IPv4 address that IPv6 carries as itself. */
function readable(text: string): string | undefined {
  const [address = ''] = withoutPort(text.trim()).split('%', 1);
  return isIP(address) === 0 ? undefined : ipaddr.process(address).toString();
}

/** Who, by which scheme and for which host a request really is; `trace` is the W3C `traceparent` of one of our own services. */
export type Origin = {
  ip: string;
  protocol: 'http' | 'https';
  host: string;
  trace: string | undefined;
};

export function originReader({ addresses, headers }: ProxyTrust): (raw: IncomingMessage) => Origin {
  const list = compiled(addresses);
  const isOurs = (address: string) => list.check(address, familyOf(address));
  /** Values of a named header, in the order of the proxies that wrote them. */
  const said = ({ headers: sent }: IncomingMessage, what: Said): string[] | undefined => {
    const value = headers[what] === undefined ? undefined : sent[headers[what]];
    return value === undefined
      ? undefined
      : String(value)
          .split(',')
          .map((one) => one.trim());
  };
  /** From the right, each address is what the next of our proxies saw; the first that is not ours is the visitor. */
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
    const host = (trusted ? said(raw, 'host')?.at(-1) : undefined) ?? raw.headers.host ?? '';
    return {
      ip: trusted ? visitor(raw, peer) : peer,
      protocol,
      host: host.toLowerCase().replace(protocol === 'https' ? /^([^:]+):443$/ : /^([^:]+):80$/, '$1'),
      trace: trusted ? said(raw, 'trace')?.at(-1) : undefined,
    };
  };
}

/** True for a request that names its host twice: a proxy may have read the other one (RFC 9112, 3.2). */
export const namesTwoHosts = ({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean =>
  rawHeaders.filter((name, n) => n % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host').length >
  1;

/**
 * Lets `ip`, `protocol`, `host` and `trace` of every request, page and socket follow from the connection and from what our
 * proxies say. Fastify's own `trustProxy` would let X-Forwarded-Host choose the tenant.
 */
export function readOrigins(app: FastifyInstance, trust: ProxyTrust): void {
  const originOf = originReader(trust);
  const known = new WeakMap<IncomingMessage, Origin>();
  const of = (raw: IncomingMessage): Origin => {
    const origin = known.get(raw) ?? originOf(raw);
    known.set(raw, origin);
    return origin;
  };
  for (const name of ['ip', 'protocol', 'host', 'trace'] as const)
    app.decorateRequest(name, {
      getter() {
        return of(this.raw)[name] as never;
      },
    });
}
