import { holdMessages } from '../messaging/outbox.ts';
import { sqlState } from '../platform/database/types.ts';
import type { Platform } from '../platform/platform.ts';
import { listSecrets } from '../platform/secret-list.ts';
import { CATALOGUE_CHANNEL, MOVED } from '../tenancy/hosts.ts';
import { removeFiles, type SyncedFiles, shareFiles, syncFiles } from './files.ts';
import {
  asReplica,
  differences,
  type Ends,
  inSnapshot,
  moveSequences,
  removeRows,
  type Synced,
  syncTable,
} from './rows.ts';
import { syncSealed } from './seals.ts';
import {
  type Column,
  ownColumns,
  quoted,
  type Run,
  type SealedColumns,
  sameShape,
  type Table,
  tenantTables,
} from './tables.ts';

/** Lock of `enter_tenant`, which every transaction of a tenant holds in shared mode. */
const STANDING_LOCK = 7302843;
/** Lock held in both cells while a tenant is being moved. */
const MOVE_LOCK = 7302844;
/** Milliseconds to wait for transactions that found the tenant open, which is longer than any may take. */
const DRAIN_MS = 60_000;
/** Milliseconds for messages being sent, so that their outcome can still be recorded. */
const MESSAGES_MS = 10_000;

/** SQLSTATE of a refusal for want of a right. */
const FORBIDDEN = '42501';

/** Why a tenant cannot be moved, in words for the operator. */
export class CannotMove extends Error {}
const cannot = (why: string): never => {
  throw new CannotMove(why);
};

/** The two cells, the tenant, and where progress is reported; `step` is called before each step at which a kill may happen. */
export type Move = {
  source: Platform;
  target: Platform;
  alias: string;
  sealed: readonly SealedColumns[];
  say(line: string): void;
  step?(name: string): void | Promise<void>;
};

export type Copied = { tables: Synced[]; files: SyncedFiles; sealed: number };

type Standing = 'open' | 'arriving' | 'moving' | 'moved';
type Known = { id: number; public_id: string; standing: Standing; move_id: string | null };
type Under = Move & { here: Run; there: Run; step(name: string): void | Promise<void> };

const tenantOf = async (run: Run, alias: string): Promise<Known | undefined> =>
  (await run('select id, public_id, standing, move_id from tenant where alias = $1', [alias]))[0] as
    | Known
    | undefined; // the columns that the statement names

const stand = (run: Run, { id }: Pick<Known, 'id'>, standing: Standing) =>
  run('update tenant set standing = $2 where id = $1', [id, standing]);

/** Notifies every node of a cell that a tenant's state has changed. */
const announce = (run: Run) => run(`select pg_notify('${CATALOGUE_CHANNEL}', '${MOVED}')`);

/** Runs with one connection to each cell as owner of its tables, while nobody else can move this tenant. */
async function between<T>(move: Move, work: (under: Under) => Promise<T>): Promise<T> {
  const { source, target, alias } = move;
  if (source.db.kind !== 'postgres' || target.db.kind !== 'postgres')
    return cannot('Only cells with a PostgreSQL of their own give and take tenants');
  return source.db.asOwner((here) =>
    target.db.asOwner(async (there) => {
      const [one, other] = await Promise.all(
        [here, there].map((run) =>
          run('select pg_postmaster_start_time()::text || current_database() as name'),
        ),
      );
      if (one?.[0]?.name === other?.[0]?.name) cannot('Both environments name the same database');
      if (await shareFiles(source, target))
        cannot('Both environments name the same folder or bucket of files');
      for (const run of [here, there]) {
        const [lock] = await run(`select pg_try_advisory_lock(${MOVE_LOCK}, hashtext($1)) as taken`, [alias]);
        if (!lock?.taken) cannot(`${alias} is being moved by another command`);
        await run(`set lock_timeout = ${DRAIN_MS}`);
      }
      try {
        return await work({ step: () => undefined, ...move, here, there });
      } finally {
        for (const run of [here, there]) await run('select pg_advisory_unlock_all()').catch(() => undefined);
      }
    }),
  );
}

/** Row security limits each connection to its tenant, even for the owner of the tables. */
const enter = (run: Run, { id }: Pick<Known, 'id'>) =>
  run("select set_config('app.tenant_id', $1, false)", [String(id)]);

/**
 * Copying bypasses triggers and foreign keys, which the owner of the tables must be allowed to do. Tried rather than asked:
 * managed servers allow it to some users without a right that could be seen.
 */
async function mayCopy(run: Run, cell: 'source' | 'target'): Promise<void> {
  await asReplica(run, async () => undefined).catch(async (error: unknown) => {
    if (sqlState(error) !== FORBIDDEN) throw error;
    const [{ who } = {}] = await run('select quote_ident(current_user) as who');
    cannot(
      `The owner of the tables at the ${cell} may not copy rows as they are. Run there as a superuser: grant set on parameter session_replication_role to ${who}`,
    );
  });
}

/** Checks names that must be free at the target, because they are unique within a cell. */
async function freeNames({ here, there, alias }: Under, known: Known): Promise<void> {
  const [same] = await there('select alias from tenant where public_id = $1', [known.public_id]);
  if (same) cannot(`The target has this tenant already, as ${same.alias}`);
  await enter(here, known);
  const hosts = await here(
    'select host from tenant_host where tenant_id = $1 union select host from console_host where tenant_id = $1 order by 1',
    [known.id],
  );
  for (const { host } of hosts) {
    await there("select set_config('app.host', $1, false)", [host]);
    const [taken] = await there(
      'select from tenant_host where host = $1 union all select from console_host where host = $1',
      [host],
    );
    await there("select set_config('app.host', '', false)");
    if (taken) cannot(`${host} of ${alias} belongs to a tenant of the target`);
  }
}

const writeOwn = async ({ here, there }: Under, columns: readonly Column[], known: Known, to: Known) => {
  const [row = {}] = await here(
    `select ${columns.map(({ name }) => `${quoted(name)}::text`).join(', ')} from tenant where id = $1`,
    [known.id],
  );
  const set = columns.map(({ name, type }, at) => `${quoted(name)} = $${at + 2}::text::${type}`);
  await there(`update tenant set ${set.join(', ')} where id = $1`, [
    to.id,
    ...columns.map(({ name }) => row[name]),
  ]);
};

/** The partial copy at the target, started if there is none. */
async function arrival(under: Under, known: Known): Promise<Known> {
  const { here, there, alias } = under;
  const at = await tenantOf(there, alias);
  if (at) {
    if (at.public_id !== known.public_id) cannot(`The target has another tenant called ${alias}`);
    if (at.standing === 'open' && known.standing !== 'moved') cannot(`${alias} is open in both cells`);
    if (at.standing !== 'arriving' && known.standing !== 'moved')
      cannot(`The target still has what stayed of ${alias} when it moved from there: --remove that first`);
    if (at.move_id !== known.move_id)
      cannot(`The target holds a copy of ${alias} from another move: --abort first`);
    return at;
  }
  if (known.standing !== 'open') cannot(`${alias} is on its way to another cell than this one`);
  await freeNames(under, known);
  const [fresh] = await here(
    'update tenant set move_id = gen_random_uuid() where id = $1 returning move_id',
    [known.id],
  );
  await under.step('announced');
  await there(
    `insert into tenant (public_id, alias, name, standing, move_id) values ($1, $2, $2, 'arriving', $3)`,
    [known.public_id, alias, fresh?.move_id],
  );
  return (await tenantOf(there, alias)) ?? cannot('The copy could not be begun');
}

type Pair = { known: Known; to: Known; ends: Ends; tables: readonly Table[]; own: readonly Column[] };

async function pairOf(under: Under): Promise<Pair> {
  const { here, there, alias, sealed } = under;
  await sameShape(here, there).catch((error: Error) => cannot(error.message));
  await mayCopy(there, 'target');
  const known = (await tenantOf(here, alias)) ?? cannot(`The source has no tenant ${alias}`);
  if (known.standing === 'arriving') cannot(`${alias} is only arriving at the source`);
  const to = await arrival(under, known);
  await enter(here, known);
  await enter(there, to);
  const ids = { source: known.id, target: to.id };
  return {
    ...{ known, to, ends: { source: here, target: there, ids, sealed } },
    ...{ tables: await tenantTables(here), own: await ownColumns(here) },
  };
}

/** One pass over everything, in a single snapshot of the source: copies whatever differs. */
async function round(under: Under, pair: Pair, proved: Set<string>): Promise<Copied> {
  const { source, target, here, there, step } = under;
  const { ends, known, to, own } = pair;
  const secrets = { source: source.config.secrets, target: target.config.secrets };
  const tables: Synced[] = [];
  const sealed = await inSnapshot(here, async () => {
    await writeOwn(under, own, known, to);
    for (const table of pair.tables) {
      await step(`table ${table.name}`);
      tables.push(await syncTable(ends, table));
    }
    await step('sealed');
    return syncSealed(ends, secrets);
  });
  await step('sequences');
  await moveSequences(there, to.id, pair.tables);
  await step('files');
  const files = await syncFiles({ source, target }, ends.ids, proved);
  return { tables, files, sealed };
}

/**
 * Proves that rows and sealed values at the target equal those at the source: tables found equal while the tenant was closed are
 * equal, and those copied then are compared again. Files were read back as each was copied. @throws what differs.
 */
async function prove({ source, target, here }: Under, pair: Pair, { tables }: Copied): Promise<void> {
  const copied = new Set(tables.flatMap(({ table, differed }) => (differed ? [table] : [])));
  const again = pair.tables.filter(({ name }) => copied.has(name));
  const secrets = { source: source.config.secrets, target: target.config.secrets };
  const wrong = await inSnapshot(here, async () => [
    ...(await differences(pair.ends, again)),
    ...((await syncSealed(pair.ends, secrets, 'compare')) > 0 ? ['sealed values differ'] : []),
  ]);
  if (wrong.length > 0) cannot(`The copy is not the same: ${wrong.join('; ')}`);
}

const sums = ({ tables, files, sealed }: Copied): string => {
  const of = (what: 'rows' | 'copied') => tables.reduce((sum, one) => sum + one[what], 0);
  return `${of('rows')} rows of ${tables.length} tables, ${of('copied')} copied; ${files.files} files, ${files.copied} copied; ${sealed} secrets sealed anew`;
};

/** Names of the tenant's accounts and secrets that are missing in the target's environment. */
function missingAccounts({ source, target, alias }: Move): string[] {
  const namesOf = ({ config }: Platform) =>
    listSecrets(config).flatMap(({ variable, tenant }) => (tenant === alias ? [variable] : []));
  const there = new Set(namesOf(target));
  return namesOf(source).filter((name) => !there.has(name));
}

/**
 * Copies a tenant while it stays in use; when run again, copies what has changed since. Nobody sees the copy. @throws
 * `CannotMove` in words for the operator.
 */
export const copyTenant = (move: Move): Promise<Copied> =>
  between(move, async (under) => {
    for (const name of missingAccounts(move)) move.say(`The target's environment lacks ${name}`);
    const pair = await pairOf(under);
    if (pair.known.standing !== 'open' || pair.to.standing !== 'arriving')
      cannot(
        `${move.alias} is ${pair.known.standing} at the source: go on with --switch, or go back with --abort`,
      );
    const done = await round(under, pair, new Set());
    move.say(sums(done));
    return done;
  });

/**
 * Closes the tenant at the source: afterwards nothing of it can be changed there, and transactions that found it open have ended.
 */
async function close({ here, step }: Under, known: Known): Promise<void> {
  await stand(here, known, 'moving');
  await step('closed');
  await here('begin');
  try {
    await here(`select pg_advisory_xact_lock(${STANDING_LOCK}, $1)`, [known.id]);
  } finally {
    await here('rollback');
  }
  await step('drained');
}

/**
 * Moves a tenant: copies what is missing, closes it to changes at the source, copies the rest, proves that everything is there,
 * and opens it at the target. A failure before the last two steps opens it again at the source; a run that was killed is resumed
 * by the next one. Returns the milliseconds during which nothing could be changed. @throws `CannotMove` in words for the
 * operator.
 */
export const switchTenant = (move: Move): Promise<{ closedMs: number } & Copied> =>
  between(move, async (under) => {
    const { here, there, say, step } = under;
    const missing = missingAccounts(move);
    if (missing.length > 0) cannot(`The target's environment lacks ${missing.join(', ')}`);
    const pair = await pairOf(under);
    const { known, to } = pair;
    if (known.standing === 'moved' && to.standing === 'open') {
      await announce(there);
      await announce(here);
      cannot(`${move.alias} is open at the target already`);
    }
    const proved = new Set<string>();
    if (known.standing === 'open') say(`Beside the work: ${sums(await round(under, pair, proved))}`);
    const began = performance.now();
    let last: Copied;
    try {
      if (known.standing === 'open') {
        await holdMessages(here, known.id, MESSAGES_MS);
        await close(under, known);
      }
      // A run that was killed has closed it, but may not have waited.
      if (known.standing === 'moving') await close(under, known);
      last = await round(under, pair, proved);
      await step('proof');
      await prove(under, pair, last);
      await step('moved');
      await stand(here, known, 'moved');
    } catch (error) {
      // If it is already marked as moved, only --abort may decide.
      if (known.standing !== 'moved') await stand(here, known, 'open').catch(() => undefined);
      throw error;
    }
    await step('opening');
    await stand(there, to, 'open');
    await step('opened');
    await announce(there);
    await announce(here);
    const closedMs = performance.now() - began;
    say(`While it was closed: ${sums(last)}`);
    say(
      `${move.alias} is open at the target; it was closed to changes for ${(closedMs / 1000).toFixed(1)} s`,
    );
    return { closedMs, ...last };
  });

const removeAll = async (run: Run, platform: Platform, known: Known): Promise<void> => {
  await enter(run, known);
  await removeRows(run, known.id, await tenantTables(run));
  await removeFiles(platform, known.id);
  await run('delete from tenant where id = $1', [known.id]);
  await announce(run);
};

/**
 * Reverts a move as long as the tenant is not open at the target: it is served at the source again, and its partial copy is
 * removed.
 */
export const abortMove = (move: Move): Promise<void> =>
  between(move, async (under) => {
    const { here, there, alias, target, say, step } = under;
    const known = await tenantOf(here, alias);
    const at = await tenantOf(there, alias);
    const half = at?.standing === 'arriving' ? at : undefined;
    if (at && !half) cannot(`${alias} is ${at.standing} at the target: there is no way back`);
    const mine = half !== undefined && half.move_id === known?.move_id;
    if (known?.standing === 'moved' && !half) cannot(`This target is not the one ${alias} moved to`);
    // A copy left at another target is removed, without affecting a move to this one.
    if (known && (mine ? known.standing !== 'open' : known.standing === 'moving' && !half)) {
      await stand(here, known, 'open');
      await announce(here);
      say(`${alias} is open at the source again`);
    }
    await step('reopened');
    if (!half) return;
    await mayCopy(there, 'target');
    await removeAll(there, target, half);
    say(`The half copy of ${alias} is removed`);
  });

/** Removes what remains at the source of a tenant that is open at the target. */
export const removeMoved = (move: Move): Promise<void> =>
  between(move, async ({ here, there, alias, source, say }) => {
    const known = (await tenantOf(here, alias)) ?? cannot(`The source has no tenant ${alias}`);
    const at = await tenantOf(there, alias);
    if (known.standing !== 'moved' || at?.standing !== 'open' || at.move_id !== known.move_id)
      cannot(`${alias} is not moved from this source to this target`);
    await mayCopy(here, 'source');
    await removeAll(here, source, known);
    say(`What stayed of ${alias} at the source is removed`);
  });
