import sql from 'sql-template-tag';
import { stringify } from 'yaml';
import type { House } from '../../platform/house.ts';
import { fail } from '../../platform/http/errors.ts';
import { CATALOGUE_CHANNEL, forgetHosts } from '../../tenancy/index.ts';
import { type Change, diffCatalogues } from './diff.ts';
import { KINDS } from './model.ts';
import { databaseProblems } from './occupied.ts';
import { type CatalogueFiles, type Parsed, parseCatalogue } from './parse.ts';
import { readCatalogue } from './read.ts';
import { shiftDates } from './shift.ts';
import type { Problem } from './source.ts';
import { writePlan } from './write.ts';

export type CatalogueTenant = { id: number; alias: string };
export type CataloguePlan = { changes: Change[]; errors: Problem[] };
export type ApplyOptions = {
  /** Moves every date by what this says of the file; demo catalogues only. */
  shift?: (parsed: Parsed) => number;
};

const prepare = async (
  house: House,
  tenant: CatalogueTenant,
  files: CatalogueFiles,
  options: ApplyOptions,
) => {
  const parsed = parseCatalogue(files);
  const days = options.shift?.(parsed) ?? 0;
  if (days !== 0) shiftDates(parsed.catalogue, days);
  const errors = [...parsed.problems];
  const { alias } = parsed.catalogue.tenant;
  if (alias && alias !== tenant.alias) {
    errors.push({
      line: 1,
      path: 'tenant.alias',
      message: `is ${alias}, but the call speaks for ${tenant.alias}`,
    });
  }
  const found = await databaseProblems(house, tenant.id, parsed);
  const capacity = errors.length === 0 && found.length > 0 && found.every((problem) => problem.capacity);
  errors.push(...found.map(({ line, path, message }) => ({ line, path, message })));
  return { wanted: parsed.catalogue, errors, capacity };
};

/** What applying the files would change, or every error with its line; writes nothing (spec 17.2). */
export async function planCatalogue(
  house: House,
  tenant: CatalogueTenant,
  files: CatalogueFiles,
): Promise<CataloguePlan> {
  const { wanted, errors } = await prepare(house, tenant, files, {});
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
  const { wanted, errors, capacity } = await prepare(house, tenant, files, options);
  if (errors.length > 0) {
    const fields = errors.map(({ line, path, message }) => ({
      field: path,
      message: `line ${line}: ${message}`,
    }));
    fail(capacity ? 'CAPACITY_BELOW_TAKEN' : 'CATALOGUE_INVALID', {
      errors: fields,
      extra: { problems: errors },
    });
  }
  const changes = await house.db.write(tenant.id, async (tx) => {
    // Two callers at once: the second one compares with what the first one made.
    await tx.one(sql`select id from tenant where id = ${tenant.id} for update`);
    const plan = diffCatalogues(await readCatalogue(tx, tenant.id), wanted);
    await writePlan(tx, plan, house.clock.now());
    return plan.changes;
  });
  if (changes.length > 0) {
    await house.db.notify(CATALOGUE_CHANNEL, '');
    forgetHosts(house);
  }
  return { changes, errors: [] };
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
    yaml: stringify({ version: 1, tenant: catalogue.tenant, ...sections }, { lineWidth: 110 }),
    files,
  };
}
