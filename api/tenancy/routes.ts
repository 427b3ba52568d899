import { dayInZone } from '@orbita/domain/foundation';
import { fail } from '../platform/http/errors.ts';
import type { Limit } from '../platform/http/limits.ts';
import { ok, type Route, reply, route } from '../platform/http/route.ts';
import type { Platform } from '../platform/platform.ts';
import { health } from './health.ts';
import { findHost } from './hosts.ts';
import { institutionByCode, institutionById, institutionCards } from './institutions.ts';
import { publicParameters } from './public-parameters.ts';
import { hostFacts } from './settings.ts';
import { supportOf } from './support.ts';

/** A broken page reports a few errors; a page in an error loop must not fill the log. */
const REPORTS: Limit = { name: 'client-errors', max: 30, windowMs: 60_000 };

const settingsRoute = (platform: Platform): Route =>
  route('GET /platform/settings/applications/{application}/hostname/{host}', async ({ params, tenant }) => {
    const found = await findHost(platform, params.host);
    // A host of another tenant gets the same response as one that does not exist.
    if (!found || found.tenant.id !== tenant.id || found.host.application !== params.application) {
      fail('HOST_UNKNOWN');
    }
    return reply(200, (await hostFacts(platform, found)).settings);
  });

const parameterRoutes = (platform: Platform): Route[] => [
  route('GET /candidate/parameters/by-internal-values', async ({ query, tenant, host }) => {
    const institution = await institutionByCode(platform, tenant.id, query.iesCode);
    if (!institution) fail('INSTITUTION_UNKNOWN');
    const names = query.internalValues?.split(',').map((name) => name.trim());
    const place = { institutionId: institution.id, hostId: host.id };
    const today = dayInZone(platform.clock.now(), tenant.timeZone);
    return reply(200, { Data: await publicParameters(platform, tenant.id, place, today, names) });
  }),
  route('GET /candidate/parameters/{institutionId}/{internalValue}', async ({ params, tenant, host }) => {
    const institution = await institutionById(platform, tenant.id, params.institutionId);
    if (!institution) fail('NOT_FOUND');
    const place = { institutionId: institution.id, hostId: host.id };
    const today = dayInZone(platform.clock.now(), tenant.timeZone);
    const [found] = await publicParameters(platform, tenant.id, place, today, [params.internalValue]);
    return found ? reply(200, found) : fail('PARAMETER_UNKNOWN');
  }),
];

const institutionRoutes = (platform: Platform): Route[] => [
  route('GET /candidate/institution/{id}', async ({ params, tenant }) =>
    reply(200, (await institutionById(platform, tenant.id, params.id)) ?? fail('NOT_FOUND')),
  ),
  route('GET /candidate/institution/by-code/{code}', async ({ params, tenant }) =>
    reply(200, (await institutionByCode(platform, tenant.id, params.code)) ?? fail('NOT_FOUND')),
  ),
  ok('GET /candidate/institutions', ({ tenant }) =>
    institutionCards(platform, tenant, dayInZone(platform.clock.now(), tenant.timeZone)),
  ),
  route('GET /candidate/institution/{institutionId}/whatsapp-settings', async (ctx) => {
    const { tenant, host, params, query } = ctx;
    const institution = await institutionById(platform, tenant.id, params.institutionId);
    if (!institution) fail('NOT_FOUND');
    const session = await ctx.maybeSession();
    const who = { hostId: host.id, session, subscriptionId: query.subscriptionId };
    return reply(200, await supportOf(platform, tenant, institution.id, who));
  }),
];

/** An error reported by a browser, with a name that distinguishes it from our own errors. */
function browserError(message: string, stack: string | null | undefined): Error {
  const error = new Error(message);
  error.name = 'BrowserError';
  error.stack = stack ?? `BrowserError: ${message}`;
  return error;
}

/** Routes of tenancy: settings of hosts, parameters, institutions, health, error reports of browsers. */
export const routes = (platform: Platform): Route[] => [
  settingsRoute(platform),
  ...parameterRoutes(platform),
  ...institutionRoutes(platform),
  route('GET /platform/health', () => health(platform)),
  route('GET /candidate/health', () => health(platform)),
  route('GET /operations/health', () => health(platform)),
  route('POST /candidate/telemetry/client-errors', async (ctx) => {
    const { message, stack, route: page, build } = ctx.body();
    platform.limits.take(REPORTS, { tenant: ctx.tenant.id, address: ctx.ip });
    // The log masks every line; the query of the page is left out because it may contain access keys.
    platform.log.warn(
      { tenant: ctx.tenant.alias, page: page.split(/[?#]/, 1)[0], build, stack, trace: ctx.requestId },
      `browser: ${message}`,
    );
    platform.errorReports.report(browserError(message, stack), { build });
    return reply(204);
  }),
];
