import { approvalField, approvalTexts as t } from '@orbita/domain/approval';
import { dayInZone } from '@orbita/domain/foundation';
import { type Reach, reachOf } from '@orbita/domain/staff';
import sql from 'sql-template-tag';
import type { Act } from '../approval/act.ts';
import { askSecond } from '../approval/ask.ts';
import { constraintOf, type Runner, type Tx } from '../platform/database/types.ts';
import type { Reply, ServiceContext } from '../platform/http/context.ts';
import { fail } from '../platform/http/errors.ts';
import { mayWithin } from '../platform/http/may-within.ts';
import { settleAnalyses } from '../subscription/analysis-wait.ts';
import type { Change, Plan } from './diff.ts';
import { crossProblems } from './edit.ts';
import { isWithin } from './everyday.ts';
import { type Grave, graveOf, markOf } from './grave.ts';
import { lockCatalogue, notifyHosts } from './hold.ts';
import { type Catalogue, KINDS, keyOf } from './model.ts';
import { readCatalogue } from './read.ts';
import { SECTIONS } from './trust.ts';
import { type Author, writeVersion } from './versions.ts';

/** Most changes affecting trust or money that one person is asked to review at once. */
const MOST_GRAVE = 500;
/** Most other changes listed alongside them. */
const MOST_OTHERS = 200;

type Asking = Pick<ServiceContext, 'platform' | 'tenant' | 'service'>;

/** What happens to a plan affecting trust or money, depending on who applies it (spec 25.4.4). */
export type Outcome = 'at-once' | 'second-person' | 'refused';

/** The changes of a plan that affect trust or money, with the titles of the contracts that its offers refer to. */
export async function graveIn(on: Runner, current: Catalogue, plan: Plan, now: Date): Promise<Grave[]> {
  const titles = new Map<string, string>();
  if (plan.write.offers.length + plan.retire.offers.length > 0)
    for (const { code, title } of await on.many<{ code: string; title: string }>(sql`
      select distinct on (code) code, title from contract_template
      where tenant_id = ${on.tenantId} order by code, version desc`))
      titles.set(code, title);
  for (const { code, title } of plan.write.contracts) titles.set(code, title);
  return graveOf(current, plan, { titles, today: dayInZone(now, current.tenant.timeZone) });
}

/** A staff member needs a second person; a token needs the permission that two people granted it. */
export function outcomeOf({ service }: Pick<Asking, 'service'>, grave: readonly Grave[]): Outcome {
  if (grave.length === 0) return 'at-once';
  if (service.staff) return 'second-person';
  return mayWithin(service, 'POST /operations/catalogue/apply') ? 'at-once' : 'refused';
}

const ACTIONS = { create: 'Cria', change: 'Muda', retire: 'Retira' } as const;
const lineOf = ({ action, kind, code, fields }: Change): string =>
  `${ACTIONS[action]} ${kind === 'assets' ? 'imagem' : SECTIONS[kind]} ${code}${fields.length > 0 ? ` (${fields.join(', ')})` : ''}`;

/**
 * What the second person reviews: first the changes affecting trust or money, each with its previous value, then the rest by
 * name.
 */
function fieldsOf(grave: readonly Grave[], { changes }: Plan) {
  const of = new Set(grave.map(({ kind, code }) => `${kind} ${code}`));
  const others = changes.filter(({ kind, code }) => !of.has(`${kind} ${code}`)).map(lineOf);
  const named = others.slice(0, MOST_OTHERS);
  const more = others.length > named.length ? [t.moreChanges(others.length - named.length)] : [];
  return [
    ...grave.map(({ label, before, after }) => approvalField(label, after, before)),
    ...(others.length > 0 ? [approvalField('Outras mudanças', [...named, ...more])] : []),
  ];
}

/** Permission the requester must still have when the plan is approved. */
type Needed = 'catalogue.apply' | 'catalogue.everyday';
type Kept = { plan: Plan; mark: string; author: Author; needed: Needed };
const packed = (plan: Plan) => ({
  ...plan,
  assets: plan.assets.map((asset) => ({ ...asset, content: asset.content.toString('base64') })),
});
const unpacked = ({ plan, ...rest }: { plan: ReturnType<typeof packed> } & Omit<Kept, 'plan'>): Kept => ({
  ...rest,
  plan: {
    ...plan,
    assets: plan.assets.map((asset) => ({ ...asset, content: Buffer.from(asset.content, 'base64') })),
  },
});

/** A file is a single subject; several forms may be pending side by side if they change different entries. */
const subjectOf = ({ changes }: Plan, { source }: Author): string =>
  source === 'file' || source === 'cli'
    ? 'catalogue'
    : `catalogue ${changes
        .map(({ kind, code }) => `${kind} ${code}`)
        .sort()
        .join(', ')}`;

/**
 * Keeps a whole plan for a second person, or refuses it, if it affects trust or money; undefined if it can be written at once.
 * Its harmless part is held back too: half a plan is a state that nobody wrote. Call it with the catalogue locked.
 * @throws `SECOND_PERSON_NEEDED`, `APPROVAL_PENDING`, `CATALOGUE_INVALID` for more than a person can review.
 */
export async function secondForPlan(
  tx: Tx,
  asking: Asking,
  current: Catalogue,
  plan: Plan,
  { author, needed }: Pick<Kept, 'author' | 'needed'>,
): Promise<Reply | undefined> {
  const grave = await graveIn(tx, current, plan, asking.platform.clock.now());
  const outcome = outcomeOf(asking, grave);
  if (outcome === 'at-once') return undefined;
  if (outcome === 'refused') fail('SECOND_PERSON_NEEDED', { extra: { grave: grave.slice(0, MOST_GRAVE) } });
  if (grave.length > MOST_GRAVE) fail('CATALOGUE_INVALID', { message: t.tooManyGrave(MOST_GRAVE) });
  return askSecond(tx, asking, {
    kind: 'catalogue',
    subject: { kind: 'catalogue', id: null, name: subjectOf(plan, author) },
    institutions: null,
    summary: t.catalogue,
    fields: fieldsOf(grave, plan),
    money: grave.some(({ touches }) => touches === 'money'),
    command: { plan: packed(plan), mark: markOf(current, plan), author, needed },
  });
}

/** The catalogue that a plan leads to. */
function planned(current: Catalogue, { write, retire, tenant, console }: Plan): Catalogue {
  const after = { ...current, tenant: tenant ?? current.tenant, console: console ?? current.console };
  for (const kind of KINDS) {
    const key = (entry: object) => keyOf(kind, entry as never); // of this kind, which an index does not tell the compiler
    const replaced = new Set([...write[kind], ...retire[kind]].map(key));
    if (replaced.size === 0) continue;
    const kept = (current[kind] as object[]).filter((entry) => !replaced.has(key(entry)));
    Object.assign(after, { [kind]: [...kept, ...write[kind]] });
  }
  return after;
}

/**
 * Whether rules between entries are broken that held before: two requests may each be right alone, and what a plan refers to may
 * be gone.
 */
function breaksRules(current: Catalogue, after: Catalogue): boolean {
  const problemsOf = (catalogue: Catalogue) =>
    crossProblems(catalogue, [], undefined).map((problem) => JSON.stringify(problem));
  const found = problemsOf(after);
  if (found.length === 0) return false;
  const known = new Set(problemsOf(current));
  return found.some((problem) => !known.has(problem));
}

/** Whether the requester may still change everything in a plan, with the institutions they have now. */
function isReached(held: Reach, current: Catalogue, after: Catalogue, plan: Plan): boolean {
  if (held === null) return true;
  const may = { institutions: held };
  return (
    !plan.tenant &&
    !plan.console &&
    KINDS.every(
      (kind) =>
        plan.write[kind].every((entry) => isWithin(may, after, kind, entry)) &&
        plan.retire[kind].every((entry) => isWithin(may, current, kind, entry)),
    )
  );
}

/** Executes an approved plan exactly as it was reviewed, unless something it replaces or depends on has changed since. */
export const catalogueAct: Act = {
  lock: lockCatalogue,
  async run(tx, { platform, tenant, command, service }) {
    const { plan, mark, author, needed } = unpacked(command as Parameters<typeof unpacked>[0]);
    const held = reachOf(service.staff?.grants ?? [], [needed]);
    const changed = () => fail('STATE_CONFLICT', { message: t.catalogueChanged });
    const current = await readCatalogue(tx);
    const after = planned(current, plan);
    if (!isReached(held, current, after, plan)) fail('FORBIDDEN');
    if (markOf(current, plan) !== mark || breaksRules(current, after)) changed();
    await writeVersion(tx, current, plan, { author, now: platform.clock.now() }).catch((error: unknown) => {
      // A place was taken, or somebody else has the host by now.
      if (constraintOf(error) !== undefined) changed();
      throw error;
    });
    return async () => {
      await notifyHosts(platform);
      await settleAnalyses(platform, tenant.id);
    };
  },
};
