import { isIP } from 'node:net';
import ipaddr, { type IPv6 as Address6 } from 'ipaddr.js';

/**
 * The networks of an address that limits count: the address itself for IPv4; for IPv6 the /64 of one line or phone, which
 * chooses its addresses within it. `wide` is the surrounding /48, which one customer usually gets.
 */
export type Networks = { near: string; wide: string | undefined };

/** Removes the port that some proxies append: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
export const withoutPort = (text: string): string =>
  /^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/.exec(text)?.[1] ??
  /^\[([^\]]+)\](?::\d{1,5})?$/.exec(text)?.[1] ??
  text;

// The package is a CommonJS module whose named exports Node does not detect; only test runners do.
const { IPv4, IPv6, parse } = ipaddr;
const UNREADABLE: Networks = { near: 'unreadable', wide: undefined };
const SIX_TO_FOUR = parse('2002::') as Address6;
const COMPATIBLE = parse('::') as Address6;

/**
 * The networks by which limits count. An IPv6 address that only embeds an IPv4 address (mapped, compatible, translated by RFC
 * 6052, 6to4) counts as that one; everything that is not an address counts as a single visitor.
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
