import type { FastifyRequest } from 'fastify';
import type { Counted, Limit } from '../platform/http/limits.ts';
import type { Platform } from '../platform/platform.ts';

/**
 * Limits pages and files per address within ten seconds, so that a flood is over before anybody has to wait for it. A page costs
 * about 2 ms and is loaded once per visit, so the default of 120 allows a lecture hall to open the portal at the same time; a
 * first visit has about 25 files of 0.6 ms each, which browsers cache for a year.
 */
const WINDOW_MS = 10_000;
const FILES_OF_PAGE = 25;
/** One address may visit several tenants, as in a school, but not all of them at once. */
const TENANTS_AT_ONCE = 3;
const SIX_IN_A_MINUTE = 60_000 / WINDOW_MS;

type Kind = 'pages' | 'files';
/** Paths of the build's files, even when there is no build. */
const FILES = /^\/orbita\/(?:candidate|equipe)\/assets\//;

const kindOf = (request: FastifyRequest): Kind | undefined => {
  const { surface, file } = request.routeOptions.config;
  if (surface !== 'page' && surface !== 'console-page') return undefined;
  return file || FILES.test(request.url) ? 'files' : 'pages';
};

const limitOf = ({ config }: Platform, kind: Kind, share: number): Limit => ({
  name: `${kind}-${share === 1 ? 'of-tenant' : 'of-all'}`,
  max: Math.ceil((config.pagesPerMinute / SIX_IN_A_MINUTE) * (kind === 'files' ? FILES_OF_PAGE : 1)) * share,
  windowMs: WINDOW_MS,
});

/**
 * Counts a page or file of an address across all tenants, before anything is looked up; refuses (429) more than any real network
 * needs.
 */
export function limitPages(platform: Platform, request: FastifyRequest): void {
  const kind = kindOf(request);
  if (!kind) return;
  const who: Counted = { tenant: null, address: request.ip };
  platform.limits.take(limitOf(platform, kind, TENANTS_AT_ONCE), who);
}

/** Same as `limitPages`, per tenant, once the host is known; unregistered hosts share one count. */
export function limitPagesOfTenant(platform: Platform, request: FastifyRequest): void {
  const kind = kindOf(request);
  if (!kind) return;
  const who: Counted = { tenant: request.found?.tenant.id ?? null, address: request.ip };
  platform.limits.take(limitOf(platform, kind, 1), who);
}
