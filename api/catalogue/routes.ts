import { fail, invalid } from '../platform/http/errors.ts';
import { ok, type Route, reply, route } from '../platform/http/route.ts';
import { withKey, withKeyAt, writeOnce } from '../platform/http/with-key.ts';
import type { Platform } from '../platform/platform.ts';
import { auditNamedTenant, mayActFor, requireAllInstitutions } from '../tenancy/acting.ts';
import { refreshAcademic } from './academic/refresh.ts';
import { showAcademic } from './academic/show.ts';
import { applyAsked, exportCatalogue, fillTenant, planCatalogue, tenantOfCatalogue } from './apply.ts';
import { findCities } from './cities.ts';
import { changeCapacity } from './class-capacity.ts';
import { listEntries, showEntry } from './entries.ts';
import { firstDay } from './first-day.ts';
import { applyForm, planForm } from './form.ts';
import { notifyHosts } from './hold.ts';
import { catalogueSchema } from './schema.ts';
import { detailsOf } from './shown-plan.ts';
import { changesOf, findVersion, listVersions } from './versions.ts';

/** The largest possible version number. */
const LATEST = 2_147_483_647;
const PAGE = 50;
/** Most changes shown on a version's page. */
const MOST_SHOWN = 500;

/** Shows one version; 404 for a number that doesn't exist. */
async function showVersion(
  platform: Platform,
  { id, timeZone }: { id: number; timeZone: string },
  version: number,
) {
  const on = platform.db.tenant(id);
  const found = await findVersion(on, timeZone, version);
  const changes = await changesOf(on, version, MOST_SHOWN);
  const shown = changes.map(({ before, after, ...change }) => ({
    ...change,
    details: detailsOf({ ...change, before, after }),
  }));
  return { ...found, changes: shown, more: found.entries > shown.length };
}

/** Catalogue routes: plan, apply, edit, export, and the academic system's readings (spec 17.2). */
export const routes = (platform: Platform): Route[] => [
  route('POST /operations/tenants/catalogue', async (ctx) => {
    requireAllInstitutions(ctx);
    const made = await tenantOfCatalogue(platform, ctx.body(), async (alias) => {
      if (!mayActFor(ctx, alias)) fail('TENANT_MISMATCH');
      await auditNamedTenant(ctx, alias);
    });
    ctx.concerns(made.tenantId);
    const fill: Parameters<typeof withKeyAt>[2] = (write) =>
      write(async (tx) => reply(201, await fillTenant(tx, platform, made)));
    const answer = await withKeyAt(ctx, made.tenantId, fill);
    await notifyHosts(platform);
    return answer;
  }),
  route('POST /operations/catalogue/plan', async (ctx) => {
    requireAllInstitutions(ctx);
    return reply(200, await planCatalogue(platform, ctx.tenant, ctx.body(), ctx));
  }),
  route('POST /operations/catalogue/apply', (ctx) => {
    requireAllInstitutions(ctx);
    return withKey(ctx, async () => {
      const { expectedVersion, ...files } = ctx.body();
      const done = await applyAsked(ctx, files, expectedVersion);
      return 'status' in done ? done : reply(200, done);
    });
  }),
  ok('POST /operations/catalogue/edits/plan', (ctx) => planForm(ctx, ctx.body())),
  route('POST /operations/catalogue/edits', (ctx) =>
    withKey(ctx, (write) => applyForm(ctx, ctx.body(), write)),
  ),
  route('PUT /operations/classes/{code}/capacity', (ctx) =>
    writeOnce(ctx, 200, (tx) => changeCapacity(tx, ctx, ctx.params.code, () => ctx.body())),
  ),
  route('GET /operations/catalogue/versions', async (ctx) => {
    requireAllInstitutions(ctx);
    const { cursor } = ctx.query;
    const before = cursor === undefined ? LATEST : Number(cursor);
    if (!Number.isSafeInteger(before) || before > LATEST)
      invalid([{ field: 'cursor', message: 'Must be a nextCursor of this list' }]);
    const on = platform.db.tenant(ctx.tenant.id);
    return reply(200, await listVersions(on, ctx.tenant.timeZone, before, PAGE));
  }),
  route('GET /operations/catalogue/versions/{version}', async (ctx) => {
    requireAllInstitutions(ctx);
    return reply(200, await showVersion(platform, ctx.tenant, ctx.params.version));
  }),
  ok('GET /operations/catalogue/entries', (ctx) => listEntries(ctx, ctx.query)),
  ok('GET /operations/catalogue/entries/{kind}/{code}', (ctx) =>
    showEntry(ctx, ctx.params.kind, ctx.params.code),
  ),
  route('GET /operations/catalogue/cities', async ({ query }) =>
    reply(200, { data: await findCities(platform.db.global, query.q) }),
  ),
  ok('GET /operations/catalogue/first-day', (ctx) => firstDay(ctx)),
  route('GET /operations/catalogue/export', async (ctx) => {
    requireAllInstitutions(ctx);
    return reply(200, await exportCatalogue(platform, ctx.tenant));
  }),
  route('GET /operations/catalogue/schema', async (ctx) => {
    requireAllInstitutions(ctx);
    return reply(200, catalogueSchema());
  }),
  route('GET /operations/catalogue/academic', async (ctx) => {
    requireAllInstitutions(ctx);
    return reply(200, await showAcademic(platform, ctx.tenant));
  }),
  route('POST /operations/catalogue/academic/refresh', async (ctx) => {
    requireAllInstitutions(ctx);
    const { allowEmpty } = ctx.body();
    if (platform.ports.academicCatalogue.isConfigured(ctx.tenant.alias))
      await refreshAcademic(platform, ctx.tenant, platform.clock.now(), allowEmpty);
    return reply(200, await showAcademic(platform, ctx.tenant));
  }),
];
