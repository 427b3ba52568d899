/**
 * Settings of a server behind a proxy on this machine that passes on address, scheme and host: a test's client is that proxy,
 * because `fetch` does not let a caller choose the `Host`.
 */
export const PROXIED = {
  ORBITA_TRUST_PROXY: 'loopback',
  ORBITA_PROXY_HEADERS: 'address=x-forwarded-for,scheme=x-forwarded-proto,host=x-forwarded-host',
} as const;
