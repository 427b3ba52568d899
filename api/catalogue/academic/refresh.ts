import type { Tx } from '../../platform/database/types.ts';
import type { Platform } from '../../platform/platform.ts';
import { ProviderUnavailable, ProviderUnknown } from '../../platform/ports.ts';
import { type Change, diffCatalogues } from '../diff.ts';
import { isTakenMeanwhile, lockCatalogue, notifyHosts } from '../hold.ts';
import { readAcademic } from '../in-thread.ts';
import { databaseProblems } from '../occupied.ts';
import { readCatalogue } from '../read.ts';
import { writeVersion } from '../versions.ts';
import { AcademicNonsense, FED_KINDS, type Fed, listed } from './answer.ts';
import { mergeAcademic } from './merge.ts';
import { claimReading, keepFailure, keepSuccess, readingOf } from './store.ts';

type Tenant = { id: number; alias: string };

const refuse = (problems: readonly string[]): void => {
  if (problems.length > 0) throw new AcademicNonsense(listed(problems));
};

/** Refuses the response if a class would get fewer places than are taken. */
async function refuseOverfull(
  platform: Platform,
  tenantId: number,
  answer: Fed,
  allowEmpty: boolean,
): Promise<void> {
  const current = await readCatalogue(platform.db.tenant(tenantId));
  const { wanted, problems } = mergeAcademic(current, answer, allowEmpty);
  refuse(problems);
  const found = await databaseProblems(platform, tenantId, wanted);
  const full = found.filter(({ spot, capacity }) => capacity && spot.kind === 'classes');
  refuse(
    full.map(({ spot, message }) => `classes ${wanted.classes[spot.index]?.code ?? ''} slots: ${message}`),
  );
}

async function writeIn(tx: Tx, platform: Platform, answer: Fed, allowEmpty: boolean): Promise<Change[]> {
  await lockCatalogue(tx);
  const current = await readCatalogue(tx);
  const { wanted, problems, leftOut } = mergeAcademic(current, answer, allowEmpty);
  refuse(problems);
  const plan = diffCatalogues(current, wanted);
  const now = platform.clock.now();
  const author = { staffId: null, name: 'Sistema acadêmico', source: 'import' } as const;
  await writeVersion(tx, current, plan, { author, now });
  await keepSuccess(tx, now, {
    taken: Object.fromEntries(FED_KINDS.map((kind) => [kind, wanted[kind].length])),
    leftOut,
    changed: plan.changes.length > 0,
  });
  return plan.changes;
}

async function take(platform: Platform, { id, alias }: Tenant, allowEmpty: boolean): Promise<number> {
  const text = await platform.ports.academicCatalogue.read(alias);
  if (text === undefined) {
    // A tenant the system never had isn't expected to be there; one it used to have is missed.
    const reading = await readingOf(platform.db.tenant(id));
    if (reading?.succeeded_at) throw new AcademicNonsense('knows this tenant no longer (404)');
    return 0;
  }
  const { fed: answer, failure } = await readAcademic(id, text);
  if (!answer) throw new AcademicNonsense(failure);
  await refuseOverfull(platform, id, answer, allowEmpty);
  const changes = await platform.db.write(id, (tx) => writeIn(tx, platform, answer, allowEmpty));
  if (changes.length > 0) await notifyHosts(platform);
  return changes.length;
}

const isRefusal = (error: unknown): error is AcademicNonsense | ProviderUnavailable | ProviderUnknown =>
  error instanceof AcademicNonsense ||
  error instanceof ProviderUnavailable ||
  error instanceof ProviderUnknown;

/** Why nothing was applied; undefined for an error of our own. */
const failureOf = (error: unknown): string | undefined => {
  if (isTakenMeanwhile(error)) return 'places were taken meanwhile; the next reading tries again';
  return isRefusal(error) ? error.message : undefined;
};

/**
 * Reads a tenant's academic catalogue and updates its sections accordingly (spec 2.5). If it can't be read or would break a
 * rule, nothing changes and the reason is stored as the last failure. Returns the number of entries changed.
 * @param since nothing is done if a reading began after this time.
 * @param allowEmpty a section may lose its last entry.
 */
export async function refreshAcademic(
  platform: Platform,
  tenant: Tenant,
  since: Date,
  allowEmpty = false,
): Promise<number> {
  const on = platform.db.tenant(tenant.id);
  if (!(await claimReading(on, platform.clock.now(), since))) return 0;
  try {
    return await take(platform, tenant, allowEmpty);
  } catch (error) {
    const failure = failureOf(error);
    if (failure === undefined) throw error;
    platform.log.warn({ tenant: tenant.alias, failure }, 'academic catalogue not taken');
    await keepFailure(on, platform.clock.now(), failure);
    return 0;
  }
}
