import sql from 'sql-template-tag';
import { constraintOf, type Tx } from '../../platform/database/index.ts';
import type { House } from '../../platform/house.ts';
import { fail } from '../../platform/http/errors.ts';
import { CATALOGUE_CHANNEL, forgetHosts, tenantByAlias } from '../../tenancy/index.ts';
import { createTenant, showTenant, type TenantShape } from '../provisioning/tenants.ts';
import { placesOf, readFiles, writeYaml } from './aside.ts';
import { type Change, diffCatalogues } from './diff.ts';
import { type Catalogue, KINDS } from './model.ts';
import { type DatabaseProblem, databaseProblems } from './occupied.ts';
import type { CatalogueFiles, FilesRead } from './parse.ts';
import { readCatalogue } from './read.ts';
import { shiftDates } from './shift.ts';
import type { Problem } from './source.ts';
import { writePlan } from './write.ts';

export type CatalogueTenant = { id: number; alias: string };
export type CataloguePlan = { changes: Change[]; errors: Problem[] };
export type ApplyOptions = {
  /** Moves every date by what this says of the file; demo catalogues only. */
  shift?: (read: FilesRead) => number;
};

type Judged = { wanted: Catalogue; errors: Problem[]; capacity: boolean };

/** Everything that is wrong with the files, by themselves and for this tenant. */
const judge = async (
  house: House,
  tenantId: number,
  files: CatalogueFiles,
  { catalogue, problems }: FilesRead,
  further: readonly Omit<DatabaseProblem, 'capacity'>[] = [],
): Promise<Judged> => {
  const found = await databaseProblems(house, tenantId, catalogue);
  const placed = [...further, ...found];
  const places = await placesOf(
    files,
    placed.map(({ spot }) => spot),
  );
  const told = places.map((place, index) => ({ ...place, message: placed[index]?.message ?? '' }));
  const capacity =
    problems.length + further.length === 0 && found.length > 0 && found.every((problem) => problem.capacity);
  return { wanted: catalogue, errors: [...problems, ...told], capacity };
};

const ofAnother = ({ catalogue }: FilesRead, { alias }: CatalogueTenant) => {
  const given = catalogue.tenant.alias;
  if (!given || given === alias) return [];
  return [
    {
      spot: { kind: 'tenant' as const, index: 0, path: ['alias'] },
      message: `is ${given}, but the call speaks for ${alias}`,
    },
  ];
};

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

/** Somebody took a place between the look at what is taken and the writing: the database says no to having fewer. */
const TAKEN = ['places_not_oversold', 'class_not_oversold', 'slot_not_oversold', 'voucher_not_overused'];
const isTakenMeanwhile = (error: unknown) => TAKEN.includes(constraintOf(error) ?? '');

const writeIn = async (tx: Tx, house: House, wanted: Catalogue): Promise<Change[]> => {
  // Two callers at once: the second one compares with what the first one made.
  await tx.one(sql`select id from tenant where id = ${tx.tenantId} for update`);
  const plan = diffCatalogues(await readCatalogue(tx, tx.tenantId), wanted);
  await writePlan(tx, plan, house.clock.now());
  return plan.changes;
};

/** Every node looks at what hosts show again. */
export const tellHosts = async (house: House): Promise<void> => {
  await house.db.notify(CATALOGUE_CHANNEL, '');
  forgetHosts(house);
};

const write = async (house: House, tenantId: number, wanted: Catalogue): Promise<Change[]> => {
  const changes = await house.db.write(tenantId, (tx) => writeIn(tx, house, wanted));
  if (changes.length > 0) await tellHosts(house);
  return changes;
};

/** What applying the files would change, or every error with its line; writes nothing (spec 17.2). */
export async function planCatalogue(
  house: House,
  tenant: CatalogueTenant,
  files: CatalogueFiles,
): Promise<CataloguePlan> {
  const read = await readFiles(files);
  const { wanted, errors } = await judge(house, tenant.id, files, read, ofAnother(read, tenant));
  if (errors.length > 0) return { changes: [], errors };
  const current = await readCatalogue(house.db.tenant(tenant.id), tenant.id);
  return { changes: diffCatalogues(current, wanted).changes, errors: [] };
}

/**
 * Makes the tenant's catalogue what the files say, in one transaction; applying it again changes nothing.
 * Refuses with `CATALOGUE_INVALID` (each problem with its line) or `CAPACITY_BELOW_TAKEN`.
 */
export async function applyCatalogue(
  house: House,
  tenant: CatalogueTenant,
  files: CatalogueFiles,
  options: ApplyOptions = {},
): Promise<CataloguePlan> {
  const read = await readFiles(files);
  const days = options.shift?.(read) ?? 0;
  if (days !== 0) shiftDates(read.catalogue, days);
  const look = () => judge(house, tenant.id, files, read, ofAnother(read, tenant));
  const judged = await look();
  refuse(judged);
  const changes = await write(house, tenant.id, judged.wanted).catch(async (error: unknown) => {
    if (!isTakenMeanwhile(error)) throw error;
    refuse(await look());
    fail('CAPACITY_BELOW_TAKEN');
  });
  return { changes, errors: [] };
}

/** A tenant that is there, and what it is to offer. */
export type TenantOfCatalogue = { tenantId: number; alias: string; wanted: Catalogue };

/**
 * Makes the tenant that a catalogue speaks of, still empty; nothing is made of a catalogue that has a problem. A tenant
 * of this alias that is there already is taken up, so that a call that broke off may be repeated. `check` refuses aliases
 * that the caller may not act for.
 */
export async function tenantOfCatalogue(
  house: House,
  files: CatalogueFiles,
  check: (alias: string) => Promise<void> = async () => undefined,
): Promise<TenantOfCatalogue> {
  const read = await readFiles(files);
  const { alias, name } = read.catalogue.tenant;
  if (alias) await check(alias);
  const known = alias ? await tenantByAlias(house, alias) : undefined;
  const hostless = read.catalogue.hosts.length === 0 && read.problems.length === 0;
  const judged = await judge(
    house,
    known?.id ?? 0,
    files,
    read,
    hostless
      ? [{ spot: { kind: 'hosts' as const, index: 0, path: [] }, message: 'a new tenant needs a host' }]
      : [],
  );
  refuse(judged);
  if (!known)
    await createTenant(house, { alias, name, hosts: [] }).catch(async (error: unknown) => {
      // Two callers at once: the second one goes on with the tenant the first one made.
      if (!(await tenantByAlias(house, alias))) throw error;
    });
  const tenant = await tenantByAlias(house, alias);
  if (!tenant) throw new Error(`Tenant ${alias} could not be made`);
  return { tenantId: tenant.id, alias, wanted: judged.wanted };
}

/** Fills a tenant that has no catalogue yet; 409 `DUPLICATE` when it has one. `tellHosts` once it is committed. */
export async function fillTenant(
  tx: Tx,
  house: House,
  { alias, wanted }: TenantOfCatalogue,
): Promise<{ tenant: TenantShape; changes: Change[] }> {
  await tx.one(sql`select id from tenant where id = ${tx.tenantId} for update`);
  if ((await readCatalogue(tx, tx.tenantId)).institutions.length > 0)
    fail('DUPLICATE', { errors: [{ field: 'tenant.alias', message: `${alias} has a catalogue already` }] });
  const changes = await writeIn(tx, house, wanted);
  return { tenant: (await showTenant(tx, alias)) as TenantShape, changes };
}

/** The catalogue as it stands, in the form that can be applied again. */
export async function exportCatalogue(house: House, tenant: CatalogueTenant): Promise<CatalogueFiles> {
  const catalogue = await readCatalogue(house.db.tenant(tenant.id), tenant.id);
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
    yaml: await writeYaml({ version: 1, tenant: catalogue.tenant, ...sections }),
    files,
  };
}
