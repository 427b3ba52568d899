import { isIP } from 'node:net';
import ipaddr, { type IPv6 as Address6 } from 'ipaddr.js';

/**
 * Whom an address belongs to, as far as limits can know: an IPv4 address itself, but of IPv6 the /64 that one line or
 * phone is given and picks addresses from as it likes. `wide` is the /48 around it, all that one customer usually gets.
 */
export type Networks = { near: string; wide: string | undefined };

/** Proxies may name the port, too: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
const withoutPort = (text: string): string =>
  /^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/.exec(text)?.[1] ??
  /^\[([^\]]+)\](?::\d{1,5})?$/.exec(text)?.[1] ??
  text;

// A module of the older kind: by name its parts are found by test runners alone.
const { IPv4, IPv6, parse } = ipaddr;
const UNREADABLE: Networks = { near: 'unreadable', wide: undefined };
const SIX_TO_FOUR = parse('2002::') as Address6;
const COMPATIBLE = parse('::') as Address6;

/**
 * The networks that limits count by. IPv6 that only carries an IPv4 address (mapped, compatible, translated by RFC 6052, 6to4) is
 * that one; what is no address at all counts as one and the same visitor.
 */
export function networksOf(address: string): Networks {
  const text = withoutPort(address.trim());
  if (isIP(text) === 0) return UNREADABLE;
  const parsed = parse(text.split('%', 1)[0] ?? text);
  if (parsed instanceof IPv4) return { near: parsed.toString(), wide: undefined };
  const bytes = parsed.toByteArray();
  const atTheEnd =
    parsed.isIPv4MappedAddress() || parsed.range() === 'rfc6052' || parsed.match(COMPATIBLE, 96);
  const carried = atTheEnd ? bytes.slice(12) : parsed.match(SIX_TO_FOUR, 16) ? bytes.slice(2, 6) : undefined;
  if (carried) return { near: new IPv4(carried).toString(), wide: undefined };
  const first = (bits: number) =>
    `${new IPv6(bytes.map((byte, n) => (n < bits / 8 ? byte : 0))).toString()}/${bits}`;
  return { near: first(64), wide: first(48) };
}
