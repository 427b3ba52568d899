import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { PGlite } from '@electric-sql/pglite';
import sql, { type Sql } from 'sql-template-tag';
import { type Note, notesStatement, payloadsOf } from './notes.ts';
import { preparedStatements } from './pglite-statements.ts';
import { tenantsDueStatement } from './tenants-due.ts';
import { type Database, PLANNER, parameter, type Row, type Statements, type Tx } from './types.ts';

const parsers = {
  20: Number,
  1700: Number,
  1082: (value: string) => value,
  1184: (value: string) => new Date(value),
};

/**
 * Opens the embedded engine. It has one connection, so every statement queues here, and a transaction holds the queue. The
 * scope is a session setting that is only sent when it changes, so that a statement takes one call. `folder` undefined means in
 * memory; `copyOf` is the initial content, as returned by `copy` of another engine.
 */
export async function openPglite(
  folder?: string,
  copyOf?: Blob,
): Promise<Database & { copy(): Promise<Blob> }> {
  // V8 can crash the process when it collects compiled code of such engines (nodejs/node issue 64500).
  setFlagsFromString('--no-wasm-code-gc');
  const engine = await PGlite.create({
    // Otherwise the process would permanently hold 128 MB of buffers; what they contain is in the system's file cache anyway.
    startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'],
    ...(folder ? { dataDir: folder } : {}),
    ...(copyOf ? { loadDataDir: copyOf } : {}),
    parsers,
  });
  const statement = preparedStatements(engine);
  const inside = new AsyncLocalStorage<true>();
  let queue: Promise<unknown> = Promise.resolve();
  const exclusive = <T>(work: () => Promise<T>): Promise<T> => {
    if (inside.getStore()) throw new Error('Use the transaction handle inside a transaction');
    const turn = queue.then(work, work);
    queue = turn.catch(() => undefined);
    return turn;
  };

  let role: 'owner' | 'app' = 'owner';
  const scope: Record<string, string> = { 'app.tenant_id': '', 'app.host': '', 'app.token_hash': '' };
  const enter = async (setting: string, value: string) => {
    if (role !== 'app') {
      await engine.exec(
        `set role orbita_app; set timezone to utc; set plan_cache_mode to force_generic_plan;
         set join_collapse_limit to ${PLANNER.join_collapse_limit}`,
      );
      role = 'app';
    }
    for (const [name, current] of Object.entries(scope)) {
      const wanted = name === setting ? value : '';
      if (current === wanted) continue;
      await statement('select set_config($1, $2, false)', [name, wanted]);
      scope[name] = wanted;
    }
  };
  const run = async <T>(query: Sql): Promise<T[]> => {
    // The engine runs in this thread, so yielding between statements lets other work continue.
    await nextTurn();
    return statement<T>(query.text, query.values.map(parameter));
  };
  const scoped = (setting: string, value: string): Statements => {
    const many = <T>(query: Sql) =>
      exclusive(async () => {
        await enter(setting, value);
        return run<T>(query);
      });
    return { many, one: async <T>(query: Sql) => (await many<T>(query))[0] };
  };

  const unscoped = scoped('app.tenant_id', '');

  return {
    kind: 'pglite',
    url: undefined,
    tenant: (tenantId) => ({ tenantId, ...scoped('app.tenant_id', String(tenantId)) }),
    lookup: (key) => scoped(key.setting, key.value),
    global: unscoped,
    write: async <T>(tenantId: number, work: (tx: Tx) => Promise<T>): Promise<T> => {
      const after: (() => void)[] = [];
      const result = await exclusive(async () => {
        await enter('app.tenant_id', String(tenantId));
        let depth = 0;
        let waiting: Sql[] = [];
        let notes: Note[] = [];
        const flush = async () => {
          const before = waiting;
          waiting = [];
          for (const query of before) await run(query);
        };
        const many = async <R>(query: Sql): Promise<R[]> => {
          await flush();
          return run<R>(query);
        };
        const tx: Tx = {
          tenantId,
          many,
          one: async <R>(query: Sql) => (await many<R>(query))[0],
          alongside: (query) => void waiting.push(query),
          notify: (channel, payload) => void notes.push({ channel, payload }),
          afterCommit: (later) => void after.push(later),
          async savepoint(part) {
            const name = `step_${++depth}`;
            const said = notes.length;
            await flush();
            await engine.exec(`savepoint ${name}`);
            try {
              const done = await part();
              await flush();
              await engine.exec(`release savepoint ${name}`);
              return done;
            } catch (error) {
              waiting = [];
              notes = notes.slice(0, said);
              await engine.exec(`rollback to savepoint ${name}`);
              throw error;
            }
          },
        };
        await engine.exec('begin');
        try {
          const done = await inside.run(true, () => work(tx));
          if (notes.length > 0) waiting.push(notesStatement(notes));
          await flush();
          await engine.exec('commit');
          return done;
        } catch (error) {
          await engine.exec('rollback');
          throw error;
        }
      });
      for (const later of after) later();
      return result;
    },
    async tenantIds() {
      const rows = await unscoped.many<{ id: number }>(
        sql`select id from tenant where standing = 'open' order by id`,
      );
      return rows.map((row) => row.id);
    },
    async tenantsDue(work, at) {
      const rows = await unscoped.many<{ id: number }>(tenantsDueStatement(work, at));
      return rows.map((row) => row.id);
    },
    async listen(channel, received) {
      const each = (payload: string) => payloadsOf(payload).forEach(received);
      const stop = await exclusive(() => engine.listen(channel, each));
      return async () => {
        await exclusive(() => stop());
      };
    },
    async notify(channel, payload) {
      await exclusive(() => statement('select pg_notify($1, $2)', [channel, payload]));
    },
    asOwner: (work) =>
      exclusive(async () => {
        if (role === 'app') await engine.exec('reset role');
        role = 'owner';
        return work(async (text, values) => {
          if (values) return (await engine.query<Row>(text, values)).rows;
          const results = await engine.exec(text);
          return (results.at(-1)?.rows ?? []) as Row[];
        });
      }),
    copy: () => exclusive(() => engine.dumpDataDir('none')),
    close: async () => {
      await queue.catch(() => undefined);
      await engine.close();
    },
  };
}
