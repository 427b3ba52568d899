import type { Tx } from '../platform/database/types.ts';
import { requireConfirmed } from '../platform/http/confirmed.ts';
import type { Reply, ServiceContext } from '../platform/http/context.ts';
import { fail, invalid } from '../platform/http/errors.ts';
import { reply } from '../platform/http/route.ts';
import type { Platform } from '../platform/platform.ts';
import { settleAnalyses } from '../subscription/analysis-wait.ts';
import { FED_KINDS } from './academic/answer.ts';
import { readingOf } from './academic/store.ts';
import { type CopyWanted, copyEdits } from './copy.ts';
import { diffCatalogues, type Plan } from './diff.ts';
import {
  crossProblems,
  type Edit,
  type Edited,
  type EditProblem,
  editCatalogue,
  fieldOfSpot,
  withPictures,
} from './edit.ts';
import { isEveryday, isWithin, mayEdit } from './everyday.ts';
import type { Grave } from './grave.ts';
import { isTakenMeanwhile, lockCatalogue, notifyHosts } from './hold.ts';
import { type Catalogue, isKind, keyOf } from './model.ts';
import { databaseProblems } from './occupied.ts';
import { paperProblems } from './papers.ts';
import { readCatalogue } from './read.ts';
import { saidOf } from './said.ts';
import { graveIn, type Outcome, outcomeOf, secondForPlan } from './second.ts';
import { secretProblems } from './secrets.ts';
import { type ShownChange, shownChanges } from './shown-plan.ts';
import { codesElsewhere, type Named, sliceOf } from './slice.ts';
import { undoEdits } from './undo.ts';
import { authorOf, refuseStale, type VersionSource, versionOf, writeVersion } from './versions.ts';
import { installationOf, warningsOf } from './warn.ts';

/** What a form requests: edits, a new intake copied from an existing one, or undoing a version. */
export type Wish = {
  expectedVersion?: number | undefined;
  edits?: readonly Edit[] | undefined;
  copy?: CopyWanted | undefined;
  undo?: number | undefined;
  files?: Record<string, string> | undefined;
};
type Ctx = Pick<ServiceContext, 'platform' | 'tenant' | 'service'>;

export type FormPlan = {
  version: number;
  changes: ShownChange[];
  grave: Grave[];
  outcome: Outcome;
  errors: EditProblem[];
  warnings: EditProblem[];
};

/** Most entries that one form may change; anything more is a job for a file. */
const MOST_CHANGES = 5_000;

type Judged = {
  current: Catalogue;
  plan: Plan;
  edited: Edited[];
  edits: readonly Edit[];
  errors: EditProblem[];
  warnings: EditProblem[];
};

const sourceOf = ({ copy, undo }: Wish): VersionSource =>
  copy ? 'copy' : undo === undefined ? 'form' : 'undo';

/** The edits to make and the catalogue they apply to; of thousands of offers, only the part that matters. */
async function readFor(on: Tx | ReturnType<Platform['db']['tenant']>, tenantId: number, wish: Wish) {
  if (wish.copy) {
    const current = await readCatalogue(on);
    return { current, edits: copyEdits(current, wish.copy), elsewhere: undefined, files: {} };
  }
  if (wish.undo !== undefined) {
    const { edits, named, files } = await undoEdits(on, wish.undo);
    const slice = sliceOf(tenantId, named);
    const current = await readCatalogue(on, slice);
    return {
      current,
      edits: edits(current),
      elsewhere: slice && (await codesElsewhere(on)),
      files,
    };
  }
  const edits = wish.edits ?? [];
  const named = edits.map(
    ({ kind, code, set, remove }): Named => ({ kind, code, entry: set, removed: remove }),
  );
  const slice = sliceOf(tenantId, named);
  const current = await readCatalogue(on, slice);
  const elsewhere = slice && (await codesElsewhere(on));
  return { current, edits, elsewhere, files: wish.files ?? {} };
}

/**
 * Edits of entries the caller may not see are refused as if those didn't exist; edits they may see but not make are forbidden.
 */
function refuseForeign(
  { service }: Ctx,
  current: Catalogue,
  wanted: Catalogue,
  edited: readonly Edited[],
): void {
  for (const one of edited) {
    if (one.before && !isWithin(service, current, one.kind, one.before)) fail('NOT_FOUND');
    if (one.after && !isWithin(service, wanted, one.kind, one.after)) fail('FORBIDDEN');
    if (!mayEdit(service, one, { current, wanted })) fail('FORBIDDEN');
  }
}

type Look = { on: Tx | ReturnType<Platform['db']['tenant']>; deep: boolean };

/**
 * Reads, edits and validates. `deep` also checks what lies outside the catalogue: taken places, hosts of others, the PDF of
 * contracts. The database's constraints enforce it again on write.
 */
async function judge(ctx: Ctx, wish: Wish, { on, deep }: Look): Promise<Judged> {
  const { platform, tenant } = ctx;
  const { current, edits, elsewhere, files } = await readFor(on, tenant.id, wish);
  if (edits.length > MOST_CHANGES)
    invalid([{ field: 'edits', message: `São mais de ${MOST_CHANGES} mudanças: envie um arquivo.` }]);
  const fed =
    platform.ports.academicCatalogue.isConfigured(tenant.alias) &&
    (await readingOf(on))?.succeeded_at != null;
  const { wanted, edited, problems, places } = editCatalogue(current, edits, fed ? FED_KINDS : []);
  refuseForeign(ctx, current, wanted, edited);
  const errors = [...problems];
  const complain = (spot: Parameters<typeof fieldOfSpot>[2], message: string) =>
    errors.push({ field: fieldOfSpot(wanted, places, spot), message: saidOf(message) });
  if (
    current.hosts.length > 0 &&
    (edited.some(({ kind }) => kind === 'hosts') || Object.keys(files).length > 0)
  )
    withPictures(wanted, files, (index, part, message) =>
      complain({ kind: 'hosts', index, path: ['theme', part] }, message),
    );
  const warnings: EditProblem[] = [];
  if (errors.length === 0) errors.push(...crossProblems(wanted, places, elsewhere));
  if (errors.length === 0 && deep) {
    const outside = [
      ...secretProblems(platform.config, wanted),
      ...(await databaseProblems(platform, tenant.id, wanted)),
      ...(edited.some(({ kind }) => kind === 'contracts')
        ? await paperProblems(platform, tenant.id, wanted)
        : []),
    ];
    for (const { spot, message } of outside) complain(spot, message);
    const touched = new Set(edited.map(({ kind, code }) => `${kind} ${code}`));
    for (const { spot, message } of warningsOf(wanted, installationOf(platform, tenant.alias))) {
      const entry = isKind(spot.kind) ? wanted[spot.kind][spot.index] : undefined;
      if (entry && isKind(spot.kind) && touched.has(`${spot.kind} ${keyOf(spot.kind, entry as never)}`))
        warnings.push({ field: fieldOfSpot(wanted, places, spot), message: saidOf(message) });
    }
  }
  const plan = errors.length === 0 ? diffCatalogues(current, wanted) : diffCatalogues(current, current);
  const pictures = plan.changes.find(({ kind }) => kind === 'assets');
  const sides = { current, wanted };
  if (pictures && !mayEdit(ctx.service, { ...pictures, before: null, after: null }, sides)) fail('FORBIDDEN');
  return { current, plan, edited, edits, errors, warnings };
}

/** What a form would change, computed by the same code that applies it; errors are assigned to their fields. Writes nothing. */
export async function planForm(ctx: Ctx, wish: Wish): Promise<FormPlan> {
  const on = ctx.platform.db.tenant(ctx.tenant.id);
  const version = await versionOf(on);
  const { current, plan, errors, warnings } = await judge(ctx, wish, { on, deep: true });
  const grave = await graveIn(on, current, plan, ctx.platform.clock.now());
  return {
    version,
    changes: await shownChanges(on, ctx.tenant, current, plan, { file: false }),
    grave,
    outcome: outcomeOf(ctx, grave),
    errors,
    warnings,
  };
}

const refuse = (errors: readonly EditProblem[]): void => {
  if (errors.length > 0) fail('VALIDATION', { errors: errors.slice(0, 500) });
};

/** Writes a form's edits as the next catalogue version, or keeps them for a second person (the 202 reply). */
async function write(tx: Tx, ctx: Ctx, wish: Wish): Promise<{ answer: Reply; changed: boolean }> {
  const { platform, tenant, service } = ctx;
  await lockCatalogue(tx);
  const { current, plan, edited, edits, errors } = await judge(ctx, wish, { on: tx, deep: false });
  refuse(errors);
  if (wish.expectedVersion !== undefined)
    await refuseStale(tx, tenant.timeZone, wish.expectedVersion, wish.copy ? undefined : edits);
  const grave = await graveIn(tx, current, plan, platform.clock.now());
  const money = grave.length > 0;
  // Changes affecting trust or money require recent re-authentication; a seat or a room doesn't (spec 25.2.4).
  if (money) requireConfirmed(service, 'recent', platform.clock.now());
  const author = authorOf(service, sourceOf(wish), wish.undo);
  const needed = edited.every(isEveryday) ? 'catalogue.everyday' : 'catalogue.apply';
  const waits = await secondForPlan(tx, ctx, current, plan, { author, needed });
  if (waits) return { answer: waits, changed: false };
  const version = await writeVersion(tx, current, plan, { author, now: platform.clock.now() });
  const changes = await shownChanges(tx, tenant, current, plan, { file: false });
  const body: FormPlan = { version, changes, grave, outcome: 'at-once', errors: [], warnings: [] };
  return { answer: reply(200, body), changed: plan.changes.length > 0 };
}

/** Applies a form's edits in one transaction, with the catalogue locked; `run` commits them along with the answer. */
export async function applyForm(
  ctx: Ctx,
  wish: Wish,
  run: (work: (tx: Tx) => Promise<Reply>) => Promise<Reply>,
): Promise<Reply> {
  const { platform, tenant, service } = ctx;
  if (service.staff && wish.expectedVersion === undefined) fail('VERSION_REQUIRED');
  const on = platform.db.tenant(tenant.id);
  const { errors } = await judge(ctx, wish, { on, deep: true });
  if (errors.length > 0) await refuseMoved(ctx, wish);
  refuse(errors);
  let changed = false;
  const answer = await run(async (tx) => {
    const done = await write(tx, ctx, wish);
    changed = done.changed;
    return done.answer;
  }).catch((error: unknown) => {
    if (isTakenMeanwhile(error)) fail('CAPACITY_BELOW_TAKEN');
    throw error;
  });
  if (changed) {
    await notifyHosts(platform);
    await settleAnalyses(platform, tenant.id);
  }
  return answer;
}

/** When edits no longer fit, the caller first learns if somebody has changed the entry in the meantime. */
async function refuseMoved({ platform, tenant }: Ctx, { expectedVersion, edits }: Wish): Promise<void> {
  if (expectedVersion === undefined || !edits) return;
  await platform.db.write(tenant.id, (tx) => refuseStale(tx, tenant.timeZone, expectedVersion, edits));
}
