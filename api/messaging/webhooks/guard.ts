import { type LookupAddress, type LookupOptions, lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Addresses that aren't on the public internet (IANA special-purpose registries, RFC 6890). */
const SPECIAL: readonly [string, number, 'ipv4' | 'ipv6'][] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.0.2.0', 24, 'ipv4'],
  ['192.88.99.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['198.51.100.0', 24, 'ipv4'],
  ['203.0.113.0', 24, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
];
/** In IPv6, only global unicast is public, except ranges that embed an IPv4 address or are for documentation. */
const GLOBAL_UNICAST: [string, number, 'ipv6'] = ['2000::', 3, 'ipv6'];
const SPECIAL_6: readonly [string, number, 'ipv6'][] = [
  ['2001::', 23, 'ipv6'],
  ['2001:db8::', 32, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['3fff::', 20, 'ipv6'],
];

const listOf = (nets: readonly [string, number, 'ipv4' | 'ipv6'][]): BlockList => {
  const list = new BlockList();
  for (const [net, prefix, family] of nets) list.addSubnet(net, prefix, family);
  return list;
};
const special = listOf([...SPECIAL, ...SPECIAL_6]);
const global6 = listOf([GLOBAL_UNICAST]);
const translated = listOf([['64:ff9b::', 96, 'ipv6']]);

/** The IPv4 address that a NAT64 gateway translates an IPv6 address into (RFC 6052): its last 32 bits. */
function translatedTo(ip: string): string {
  const [high = '', low = ''] = new URL(`http://[${ip}]`).hostname.slice(1, -1).split(':').slice(-2);
  return [high, low]
    .map((group) => Number.parseInt(group || '0', 16))
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.');
}

/**
 * True when an IP address is on the public internet. Networks without IPv4 of their own reach IPv4 addresses under the prefix of
 * NAT64, which their name servers give for every host that has only IPv4.
 */
export function isPublicAddress(ip: string): boolean {
  if (isIP(ip) === 4) return !special.check(ip, 'ipv4');
  if (isIP(ip) !== 6) return false;
  if (translated.check(ip, 'ipv6')) return isPublicAddress(translatedTo(ip));
  return global6.check(ip, 'ipv6') && !special.check(ip, 'ipv6');
}

/** Production uses only TLS to public addresses; a development start may call any address. */
export type Guard = { development: boolean };

/** Error text for operators about a webhook address; undefined if it is allowed. */
export function addressOffence(url: string, { development }: Guard): string | undefined {
  if (!URL.canParse(url)) return 'Must be an absolute address';
  const { protocol, username, password, hostname, hash } = new URL(url);
  if (protocol !== 'https:' && (!development || protocol !== 'http:')) return 'Must be an https address';
  if (username || password) return 'Must hold no user and no password';
  if (hash) return 'Must hold no fragment';
  const ip = hostname.replace(/^\[|\]$/g, '');
  if (!development && isIP(ip) > 0 && !isPublicAddress(ip)) return 'Must be an address of the open internet';
  return undefined;
}

/**
 * Resolves host names for a connection and refuses internal addresses (server-side request forgery). Used as the connection's
 * own lookup, so that a name can't resolve differently between check and call.
 */
export const guardedLookup =
  ({ development }: Guard): LookupFunction =>
  (hostname: string, options: LookupOptions, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
      const [first] = found ?? [];
      if (error || !first) return callback(error ?? new Error(`${hostname} has no address`), '', 4);
      if (!development && found.some(({ address }) => !isPublicAddress(address)))
        return callback(new Error('The address leads to a private network'), '', 4);
      if (options.all) return callback(null, found);
      return callback(null, first.address, first.family);
    });
  };
