import { DEFAULT_ZONE } from '@orbita/domain/foundation';
import type { Tx } from '../platform/database/types.ts';
import type { Reply } from '../platform/http/context.ts';
import { fail } from '../platform/http/errors.ts';
import type { Platform } from '../platform/platform.ts';
import { settleAnalyses } from '../subscription/analysis-wait.ts';
import { tenantByAlias } from '../tenancy/hosts.ts';
import { createTenant, showTenant, type TenantShape } from '../tenancy/tenants.ts';
import { fedSections } from './academic/fed.ts';
import { type Change, diffCatalogues } from './diff.ts';
import type { Grave } from './grave.ts';
import { isTakenMeanwhile, lockCatalogue, notifyHosts } from './hold.ts';
import { NO_TENANT, placesOf, readFiles, writeYaml } from './in-thread.ts';
import { type Catalogue, KINDS } from './model.ts';
import { type DatabaseProblem, databaseProblems } from './occupied.ts';
import { paperProblems } from './papers.ts';
import type { CatalogueFiles, FilesRead } from './parse.ts';
import type { Problem } from './problems.ts';
import { readCatalogue } from './read.ts';
import { saidOfFiles } from './said.ts';
import { graveIn, type Outcome, outcomeOf, secondForPlan } from './second.ts';
import { secretProblems } from './secrets.ts';
import { shiftDates } from './shift.ts';
import { type ShownChange, shownChanges } from './shown-plan.ts';
import { fileOf } from './source.ts';
import { type Author, authorOf, refuseStale, versionOf, writeVersion } from './versions.ts';
import { installationOf, warningsOf } from './warn.ts';

export type CatalogueTenant = { id: number; alias: string };
export type CataloguePlan = {
  /** Number of the version the plan was based on, or of the one just created. */
  version: number;
  changes: ShownChange[];
  /** The changes affecting trust or money, in words. */
  grave: Grave[];
  /** What applying it would do for this caller, or did. */
  outcome: Outcome;
  errors: Problem[];
  warnings: Problem[];
};
type Asking = Parameters<typeof secondForPlan>[1];
export type ApplyOptions = {
  /** Days to move every date by, computed from the files; demo catalogues only. */
  shift?: (read: FilesRead) => number;
  /** Loads the demo even where its sign-in provider isn't simulated; this doesn't expose any secret. */
  withoutSecrets?: boolean;
};

type Judged = { wanted: Catalogue; errors: Problem[]; warnings: Problem[]; capacity: boolean };

/** Collects all errors of the files, on their own and for this tenant, and warnings about what wouldn't work for candidates. */
const judge = async (
  platform: Platform,
  tenantId: number,
  files: CatalogueFiles,
  { catalogue, problems, warnings }: FilesRead,
  further: readonly Omit<DatabaseProblem, 'capacity'>[] = [],
): Promise<Judged> => {
  const taken = await databaseProblems(platform, tenantId, catalogue);
  // Contract texts are checked only when the files have no other problems; the caller fixes those and tries again.
  const papers = problems.length > 0 ? [] : await paperProblems(platform, tenantId, catalogue);
  const found = [...taken, ...papers];
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

/** What was found, in the words of whoever asks: the team reads it in the console, others with the command. */
const inWordsOf = (asking: Pick<Asking, 'service'> | undefined, judged: Judged): Judged =>
  asking?.service.staff
    ? { ...judged, errors: saidOfFiles(judged.errors), warnings: saidOfFiles(judged.warnings) }
    : judged;

/** Problems of the files concerning their tenant and the installation's secrets it may use. */
const forTenant = (platform: Platform, read: FilesRead, tenant: CatalogueTenant, withoutSecrets = false) => [
  ...ofAnother(read, tenant),
  ...(withoutSecrets ? [] : secretProblems(platform.config, read.catalogue)),
];

const refuse = ({ errors, capacity }: Judged, line = 'line'): void => {
  if (errors.length === 0) return;
  const fields = errors.map((one) => ({ field: one.path, message: `${line} ${one.line}: ${one.message}` }));
  fail(capacity ? 'CAPACITY_BELOW_TAKEN' : 'CATALOGUE_INVALID', {
    errors: fields,
    extra: { problems: errors },
  });
};

type Written = { changes: ShownChange[]; grave: Grave[]; version: number };
/** Whoever starts the product or runs a command on its machine. */
const PRODUCT: Author = { staffId: null, name: 'Órbita', source: 'file' };

/** Writes the differences, or returns the reply saying that a second person must approve. */
const writeIn = async (
  tx: Tx,
  platform: Platform,
  wanted: Catalogue,
  { asking, expectedVersion }: { asking?: Asking | undefined; expectedVersion?: number | undefined } = {},
): Promise<Written | Reply> => {
  await lockCatalogue(tx);
  if (asking && expectedVersion !== undefined) await refuseStale(tx, asking.tenant.timeZone, expectedVersion);
  const current = await readCatalogue(tx);
  const plan = diffCatalogues(current, wanted);
  const grave = await graveIn(tx, current, plan, platform.clock.now());
  const author = asking ? authorOf(asking.service, 'file') : PRODUCT;
  const waits =
    asking && (await secondForPlan(tx, asking, current, plan, { author, needed: 'catalogue.apply' }));
  if (waits) return waits;
  const version = await writeVersion(tx, current, plan, { author, now: platform.clock.now() });
  const changes = asking
    ? await shownChanges(tx, asking.tenant, current, plan, { file: false })
    : plan.changes.map((change) => ({ ...change, details: [], touches: 0 }));
  return { changes, grave, version };
};

const write = async (
  platform: Platform,
  tenantId: number,
  wanted: Catalogue,
  options: Parameters<typeof writeIn>[3],
): Promise<Written | Reply> => {
  const written = await platform.db.write(tenantId, (tx) => writeIn(tx, platform, wanted, options));
  if ('changes' in written && written.changes.length > 0) {
    await notifyHosts(platform);
    await settleAnalyses(platform, tenantId);
  }
  return written;
};

/**
 * Returns the changes that applying the files would make, or every error with its line, and warnings. Writes nothing (spec
 * 17.2).
 */
export async function planCatalogue(
  platform: Platform,
  tenant: CatalogueTenant & { timeZone?: string },
  files: CatalogueFiles,
  asking?: Pick<Asking, 'service'>,
): Promise<CataloguePlan> {
  const on = platform.db.tenant(tenant.id);
  const version = await versionOf(on);
  const read = await readFiles(tenant.id, files, await fedSections(platform, tenant));
  const judged = await judge(platform, tenant.id, files, read, forTenant(platform, read, tenant));
  const { wanted, errors, warnings } = inWordsOf(asking, judged);
  if (errors.length > 0) return { version, changes: [], grave: [], outcome: 'at-once', errors, warnings };
  const current = await readCatalogue(on);
  const plan = diffCatalogues(current, wanted);
  const grave = await graveIn(on, current, plan, platform.clock.now());
  const outcome = asking ? outcomeOf(asking, grave) : 'at-once';
  const timeZone = tenant.timeZone ?? DEFAULT_ZONE;
  const changes = await shownChanges(on, { id: tenant.id, timeZone }, current, plan, { file: true });
  return { version, changes, grave, outcome, errors: [], warnings };
}

async function apply(
  platform: Platform,
  tenant: CatalogueTenant,
  files: CatalogueFiles,
  {
    shift,
    asking,
    withoutSecrets,
    expectedVersion,
  }: ApplyOptions & { asking?: Asking; expectedVersion?: number | undefined },
): Promise<CataloguePlan | Reply> {
  const read = await readFiles(tenant.id, files, await fedSections(platform, tenant));
  const days = shift?.(read) ?? 0;
  if (days !== 0) shiftDates(read.catalogue, days);
  const further = forTenant(platform, read, tenant, withoutSecrets);
  const look = async () => inWordsOf(asking, await judge(platform, tenant.id, files, read, further));
  const line = asking?.service.staff ? 'linha' : 'line';
  const judged = await look();
  refuse(judged, line);
  const written = await write(platform, tenant.id, judged.wanted, { asking, expectedVersion }).catch(
    async (error: unknown) => {
      if (!isTakenMeanwhile(error)) throw error;
      refuse(await look(), line);
      fail('CAPACITY_BELOW_TAKEN');
    },
  );
  if (!('changes' in written)) return written;
  return { ...written, outcome: 'at-once', errors: [], warnings: judged.warnings };
}

/**
 * Makes the tenant's catalogue equal to the files, in one transaction; applying it again changes nothing. No approval is
 * requested: this is for whoever runs the product.
 * @throws `CATALOGUE_INVALID` (each problem with its line) or `CAPACITY_BELOW_TAKEN`.
 */
export const applyCatalogue = (
  platform: Platform,
  tenant: CatalogueTenant,
  files: CatalogueFiles,
  options: ApplyOptions = {},
): Promise<CataloguePlan> => apply(platform, tenant, files, options) as Promise<CataloguePlan>;

/**
 * Like `applyCatalogue`, on behalf of a caller. If a staff member applies changes affecting trust or money, they await a second
 * person (the 202 reply); a token needs `catalogue.trust` for them, else `SECOND_PERSON_NEEDED`. Staff must name the version
 * their plan is based on: `CATALOGUE_CHANGED` if it is no longer the current one.
 */
export const applyAsked = (
  asking: Asking,
  files: CatalogueFiles,
  expectedVersion?: number,
): Promise<CataloguePlan | Reply> => {
  if (asking.service.staff && expectedVersion === undefined) fail('VERSION_REQUIRED');
  return apply(asking.platform, asking.tenant, files, { asking, expectedVersion });
};

/** An existing tenant and the catalogue to apply to it. */
export type TenantOfCatalogue = { tenantId: number; alias: string; wanted: Catalogue; warnings: Problem[] };

/**
 * Creates the empty tenant of a catalogue, unless the catalogue has a problem. An existing tenant with this alias is reused, so
 * that an interrupted call can be repeated. `check` refuses aliases the caller may not act for.
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
 * Fills a tenant that has no catalogue yet. Call `notifyHosts` after the commit.
 * @throws `DUPLICATE` (409) if it already has one.
 */
export async function fillTenant(
  tx: Tx,
  platform: Platform,
  { alias, wanted, warnings }: TenantOfCatalogue,
): Promise<{ tenant: TenantShape; changes: Change[]; warnings: Problem[] }> {
  await lockCatalogue(tx);
  if ((await readCatalogue(tx)).institutions.length > 0)
    fail('DUPLICATE', { errors: [{ field: 'tenant.alias', message: `${alias} has a catalogue already` }] });
  const written = await writeIn(tx, platform, wanted);
  const changes =
    'changes' in written ? written.changes.map(({ details: _, touches: __, ...one }) => one) : [];
  return { tenant: (await showTenant(tx, alias)) as TenantShape, changes, warnings };
}

/** The current catalogue in a form that can be applied again. */
export async function exportCatalogue(platform: Platform, tenant: CatalogueTenant): Promise<CatalogueFiles> {
  const catalogue = await readCatalogue(platform.db.tenant(tenant.id));
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
