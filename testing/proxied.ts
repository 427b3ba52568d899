/**
 * Settings of a server behind a proxy of this machine that says address, scheme and host: a client of a test is that
 * proxy, because `fetch` lets no caller choose the `Host`.
 */
export const PROXIED = {
  ORBITA_TRUST_PROXY: 'loopback',
  ORBITA_PROXY_HEADERS: 'address=x-forwarded-for,scheme=x-forwarded-proto,host=x-forwarded-host',
} as const;
