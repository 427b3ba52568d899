import { dayInZone } from '@orbita/domain/foundation';
import type { House } from '../platform/house.ts';
import { fail } from '../platform/http/errors.ts';
import type { Limit } from '../platform/http/limits.ts';
import { type Route, reply, route } from '../platform/http/route.ts';
import { health } from './health.ts';
import { findHost } from './hosts.ts';
import { institutionByCode, institutionById, institutionCards } from './institutions.ts';
import { publicParameters } from './public-parameters.ts';
import { hostFacts } from './settings.ts';
import { supportOf } from './support.ts';

/** A page in trouble reports a few times; a loop must not fill the log. */
const REPORTS: Limit = { name: 'client-errors', max: 30, windowMs: 60_000 };

const settingsRoute = (house: House): Route =>
  route('GET /platform/settings/applications/{application}/hostname/{host}', async ({ params, tenant }) => {
    const found = await findHost(house, params.host);
    // Another tenant's host is as unknown here as one that does not exist.
    if (!found || found.tenant.id !== tenant.id || found.host.application !== params.application) {
      fail('HOST_UNKNOWN');
    }
    return reply(200, (await hostFacts(house, found)).settings);
  });

const parameterRoutes = (house: House): Route[] => [
  route('GET /candidate/parameters/by-internal-values', async ({ query, tenant, host }) => {
    const institution = await institutionByCode(house, tenant.id, query.iesCode);
    if (!institution) fail('INSTITUTION_UNKNOWN');
    const names = query.internalValues?.split(',').map((name) => name.trim());
    const place = { institutionId: institution.id, hostId: host.id };
    const today = dayInZone(house.clock.now(), tenant.timeZone);
    return reply(200, { Data: await publicParameters(house, tenant.id, place, today, names) });
  }),
  route('GET /candidate/parameters/{institutionId}/{internalValue}', async ({ params, tenant, host }) => {
    const institution = await institutionById(house, tenant.id, params.institutionId);
    if (!institution) fail('NOT_FOUND');
    const place = { institutionId: institution.id, hostId: host.id };
    const today = dayInZone(house.clock.now(), tenant.timeZone);
    const [found] = await publicParameters(house, tenant.id, place, today, [params.internalValue]);
    return found ? reply(200, found) : fail('PARAMETER_UNKNOWN');
  }),
];

const institutionRoutes = (house: House): Route[] => [
  route('GET /candidate/institution/{id}', async ({ params, tenant }) =>
    reply(200, (await institutionById(house, tenant.id, params.id)) ?? fail('NOT_FOUND')),
  ),
  route('GET /candidate/institution/by-code/{code}', async ({ params, tenant }) =>
    reply(200, (await institutionByCode(house, tenant.id, params.code)) ?? fail('NOT_FOUND')),
  ),
  route('GET /candidate/institutions', async ({ tenant }) =>
    reply(200, await institutionCards(house, tenant, dayInZone(house.clock.now(), tenant.timeZone))),
  ),
  route('GET /candidate/institution/{institutionId}/whatsapp-settings', async (ctx) => {
    const { tenant, host, params, query } = ctx;
    const institution = await institutionById(house, tenant.id, params.institutionId);
    if (!institution) fail('NOT_FOUND');
    const session = query.subscriptionId ? await ctx.maybeSession() : undefined;
    const who = { hostId: host.id, session, subscriptionId: query.subscriptionId };
    return reply(200, await supportOf(house, tenant, institution.id, who));
  }),
];

/** An error as the browser told it, under a name of its own. */
function browserError(message: string, stack: string | null | undefined): Error {
  const error = new Error(message);
  error.name = 'BrowserError';
  error.stack = stack ?? `BrowserError: ${message}`;
  return error;
}

/** What tenancy answers: settings of hosts, parameters, institutions, health, errors of browsers. */
export const routes = (house: House): Route[] => [
  settingsRoute(house),
  ...parameterRoutes(house),
  ...institutionRoutes(house),
  route('GET /platform/health', () => health(house)),
  route('GET /candidate/health', () => health(house)),
  route('GET /operations/health', () => health(house)),
  route('POST /candidate/telemetry/client-errors', async (ctx) => {
    const { message, stack, route: page, build } = ctx.body();
    house.limits.take(REPORTS, { tenant: ctx.tenant.id, address: ctx.ip });
    // The log masks every line as a whole; the query of the page may hold keys and is not kept.
    house.log.warn(
      { tenant: ctx.tenant.alias, page: page.split(/[?#]/, 1)[0], build, stack, trace: ctx.requestId },
      `browser: ${message}`,
    );
    house.errorReports.report(browserError(message, stack), { build });
    return reply(204);
  }),
];
