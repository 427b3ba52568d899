import type { Tx } from '../../platform/database/types.ts';
import { fail } from '../../platform/http/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { settleAnalyses } from '../../subscription/analysis-wait.ts';
import { tenantByAlias } from '../../tenancy/hosts.ts';
import { createTenant, showTenant, type TenantShape } from '../provisioning/tenants.ts';
import { fedSections } from './academic/fed.ts';
import { type Change, diffCatalogues } from './diff.ts';
import { isTakenMeanwhile, lockCatalogue, notifyHosts } from './hold.ts';
import { NO_TENANT, placesOf, readFiles, writeYaml } from './in-thread.ts';
import { type Catalogue, KINDS } from './model.ts';
import { type DatabaseProblem, databaseProblems } from './occupied.ts';
import type { CatalogueFiles, FilesRead } from './parse.ts';
import { readCatalogue } from './read.ts';
import { secretProblems } from './secrets.ts';
import { shiftDates } from './shift.ts';
import { fileOf, type Problem } from './source.ts';
import { installationOf, warningsOf } from './warn.ts';
import { writePlan } from './write.ts';

export type CatalogueTenant = { id: number; alias: string };
export type CataloguePlan = { changes: Change[]; errors: Problem[]; warnings: Problem[] };
export type ApplyOptions = {
  /** Days by which every date is moved, from the files; demo catalogues only. */
  shift?: (read: FilesRead) => number;
  /** The demo stands also where nothing plays its sign-in; a secret goes no further for that. */
  withoutSecrets?: boolean;
};

type Judged = { wanted: Catalogue; errors: Problem[]; warnings: Problem[]; capacity: boolean };

/** All errors of the files, by themselves and for this tenant, and what would not work for candidates. */
const judge = async (
  platform: Platform,
  tenantId: number,
  files: CatalogueFiles,
  { catalogue, problems, warnings }: FilesRead,
  further: readonly Omit<DatabaseProblem, 'capacity'>[] = [],
): Promise<Judged> => {
  const found = await databaseProblems(platform, tenantId, catalogue);
  const refused = [...further, ...found];
  const warned = warningsOf(catalogue, installationOf(platform, catalogue.tenant.alias));
  const placed = [...refused, ...warned];
  const places = await placesOf(
    tenantId,
    files,
    placed.map(({ spot }) => spot),
  );
  const reported = places.map((place, index) => ({ ...place, message: placed[index]?.message ?? '' }));
  const capacity =
    problems.length === 0 &&
    found.length > 0 &&
    refused.length === found.length &&
    found.every((problem) => problem.capacity);
  return {
    wanted: catalogue,
    errors: [...problems, ...reported.slice(0, refused.length)],
    warnings: [...warnings, ...reported.slice(refused.length)].sort(
      (a, b) => fileOf(a).localeCompare(fileOf(b)) || a.line - b.line,
    ),
    capacity,
  };
};

const ofAnother = ({ catalogue }: FilesRead, { alias }: CatalogueTenant) => {
  const given = catalogue.tenant.alias;
  if (!given || given === alias) return [];
  return [
    {
      spot: { kind: 'tenant' as const, index: 0, path: ['alias'] },
      message: `is ${given}, but the call is for ${alias}`,
    },
  ];
};

/** Problems of the files with the tenant that they are for, and with what it may have of the installation. */
const forTenant = (platform: Platform, read: FilesRead, tenant: CatalogueTenant, withoutSecrets = false) => [
  ...ofAnother(read, tenant),
  ...(withoutSecrets ? [] : secretProblems(platform.config, read.catalogue)),
];

const refuse = ({ errors, capacity }: Judged): void => {
  if (errors.length === 0) return;
  const fields = errors.map(({ line, path, message }) => ({
    field: path,
    message: `line ${line}: ${message}`,
  }));
  fail(capacity ? 'CAPACITY_BELOW_TAKEN' : 'CATALOGUE_INVALID', {
    errors: fields,
    extra: { problems: errors },
  });
};

const writeIn = async (tx: Tx, platform: Platform, wanted: Catalogue): Promise<Change[]> => {
  await lockCatalogue(tx);
  const plan = diffCatalogues(await readCatalogue(tx, tx.tenantId), wanted);
  await writePlan(tx, plan, platform.clock.now());
  return plan.changes;
};

const write = async (platform: Platform, tenantId: number, wanted: Catalogue): Promise<Change[]> => {
  const changes = await platform.db.write(tenantId, (tx) => writeIn(tx, platform, wanted));
  if (changes.length > 0) {
    await notifyHosts(platform);
    await settleAnalyses(platform, tenantId);
  }
  return changes;
};

/** Changes that applying the files would make, or every error with its line, and warnings; writes nothing (spec 17.2). */
export async function planCatalogue(
  platform: Platform,
  tenant: CatalogueTenant,
  files: CatalogueFiles,
): Promise<CataloguePlan> {
  const read = await readFiles(tenant.id, files, await fedSections(platform, tenant));
  const { wanted, errors, warnings } = await judge(
    platform,
    tenant.id,
    files,
    read,
    forTenant(platform, read, tenant),
  );
  if (errors.length > 0) return { changes: [], errors, warnings };
  const current = await readCatalogue(platform.db.tenant(tenant.id), tenant.id);
  return { changes: diffCatalogues(current, wanted).changes, errors: [], warnings };
}

/**
 * Makes the tenant's catalogue equal to the files, in one transaction; applying it again changes nothing.
 * Refuses with `CATALOGUE_INVALID` (each problem with its line) or `CAPACITY_BELOW_TAKEN`.
 */
export async function applyCatalogue(
  platform: Platform,
  tenant: CatalogueTenant,
  files: CatalogueFiles,
  options: ApplyOptions = {},
): Promise<CataloguePlan> {
  const read = await readFiles(tenant.id, files, await fedSections(platform, tenant));
  const days = options.shift?.(read) ?? 0;
  if (days !== 0) shiftDates(read.catalogue, days);
  const further = forTenant(platform, read, tenant, options.withoutSecrets);
  const look = () => judge(platform, tenant.id, files, read, further);
  const judged = await look();
  refuse(judged);
  const changes = await write(platform, tenant.id, judged.wanted).catch(async (error: unknown) => {
    if (!isTakenMeanwhile(error)) throw error;
    refuse(await look());
    fail('CAPACITY_BELOW_TAKEN');
  });
  return { changes, errors: [], warnings: judged.warnings };
}

/** An existing tenant and the catalogue it should get. */
export type TenantOfCatalogue = { tenantId: number; alias: string; wanted: Catalogue; warnings: Problem[] };

/**
 * Creates the empty tenant of a catalogue, unless the catalogue has a problem. An existing tenant of this
 * alias is used, so that an interrupted call can be repeated. `check` refuses aliases that the caller may not
 * act for.
 */
export async function tenantOfCatalogue(
  platform: Platform,
  files: CatalogueFiles,
  check: (alias: string) => Promise<void> = async () => undefined,
): Promise<TenantOfCatalogue> {
  const read = await readFiles(NO_TENANT, files);
  const { alias, name } = read.catalogue.tenant;
  if (alias) await check(alias);
  const known = alias ? await tenantByAlias(platform, alias) : undefined;
  const hostless = read.catalogue.hosts.length === 0 && read.problems.length === 0;
  const judged = await judge(platform, known?.id ?? 0, files, read, [
    ...(hostless
      ? [{ spot: { kind: 'hosts' as const, index: 0, path: [] }, message: 'a new tenant needs a host' }]
      : []),
    ...secretProblems(platform.config, read.catalogue),
  ]);
  refuse(judged);
  if (!known)
    await createTenant(platform, { alias, name, hosts: [] }).catch(async (error: unknown) => {
      // Of two simultaneous calls, the second continues with the tenant the first created.
      if (!(await tenantByAlias(platform, alias))) throw error;
    });
  const tenant = await tenantByAlias(platform, alias);
  if (!tenant) throw new Error(`Tenant ${alias} could not be made`);
  return { tenantId: tenant.id, alias, wanted: judged.wanted, warnings: judged.warnings };
}

/**
 * Fills a tenant that has no catalogue yet; 409 `DUPLICATE` when it has one. Call `notifyHosts` after the
 * commit.
 */
export async function fillTenant(
  tx: Tx,
  platform: Platform,
  { alias, wanted, warnings }: TenantOfCatalogue,
): Promise<{ tenant: TenantShape; changes: Change[]; warnings: Problem[] }> {
  await lockCatalogue(tx);
  if ((await readCatalogue(tx, tx.tenantId)).institutions.length > 0)
    fail('DUPLICATE', { errors: [{ field: 'tenant.alias', message: `${alias} has a catalogue already` }] });
  const changes = await writeIn(tx, platform, wanted);
  return { tenant: (await showTenant(tx, alias)) as TenantShape, changes, warnings };
}

/** The current catalogue, in the form that can be applied again. */
export async function exportCatalogue(platform: Platform, tenant: CatalogueTenant): Promise<CatalogueFiles> {
  const catalogue = await readCatalogue(platform.db.tenant(tenant.id), tenant.id);
  const files: Record<string, string> = {};
  for (const { path, content } of catalogue.assets) files[path] = content.toString('base64');
  const contracts = catalogue.contracts.map(({ html, ...rest }) => {
    const file = `contracts/${rest.code}.html`;
    files[file] = Buffer.from(html).toString('base64');
    return { ...rest, file };
  });
  const sections = Object.fromEntries(
    KINDS.map((kind) => [kind, kind === 'contracts' ? contracts : catalogue[kind]]),
  );
  return {
    yaml: await writeYaml(tenant.id, {
      version: 1,
      tenant: catalogue.tenant,
      console: catalogue.console,
      ...sections,
    }),
    files,
  };
}
