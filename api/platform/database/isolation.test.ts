import sql from 'sql-template-tag';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { bareDatabase } from '../../../testing/bare-database.ts';
import { FOUND_WORK, type FoundWork, tenantsDueStatement } from './tenants-due.ts';
import type { Database } from './types.ts';

const TENANTS = ['um', 'dois', 'tres'];

/** Creates three tenants with ten institutions each, whose names identify their tenant. */
async function fill(db: Database): Promise<number[]> {
  const ids: number[] = [];
  for (const alias of TENANTS) {
    const row = await db.global.one<{ id: number }>(
      sql`insert into tenant (alias, name) values (${alias}, ${alias}) returning id`,
    );
    const id = row?.id ?? 0;
    ids.push(id);
    for (let n = 0; n < 10; n++) {
      await db.tenant(id).one(sql`
        insert into institution (tenant_id, code, acronym, alias, name)
        values (${id}, ${`I${n}`}, ${'I'}, ${`i${n}`}, ${alias}) returning id`);
    }
    await db
      .tenant(id)
      .one(sql`insert into tenant_host (tenant_id, host) values (${id}, ${`${alias}.test`}) returning id`);
  }
  return ids;
}

type Seen = { tenant_id: number; name: string };
/** This statement deliberately names no tenant, because the database itself must hide other tenants' rows. */
const everything = sql`select tenant_id, name from institution`;

/** Runs one of several kinds of request; returns what it saw of other tenants. */
async function request(db: Database, ids: number[], n: number): Promise<string[]> {
  const at = n % ids.length;
  const [id = 0, alias = ''] = [ids[at], TENANTS[at]];
  const foreign = (rows: Seen[]) =>
    rows.filter((row) => row.tenant_id !== id || row.name !== alias).map((row) => JSON.stringify(row));
  const wrongCount = (rows: Seen[]) => (rows.length === 10 ? [] : [`${rows.length} rows`]);
  switch (n % 7) {
    case 0:
      return (await db.global.many(everything)).map(() => 'seen without a tenant');
    case 1: {
      const rows = await db.write(id, (tx) => tx.many<Seen>(everything));
      return [...foreign(rows), ...wrongCount(rows)];
    }
    case 2: {
      // A failed transaction must leave nothing behind, least of all its tenant.
      const failed = await db
        .write(id, async (tx) => {
          await tx.many(sql`update institution set acronym = 'XX' where code = 'I1'`);
          throw new Error('given up');
        })
        .catch((error: Error) => error.message);
      return failed === 'given up' ? [] : [String(failed)];
    }
    case 3: {
      const other = ids[(at + 1) % ids.length] ?? 0;
      const refused = await db
        .tenant(id)
        .one(
          sql`insert into institution (tenant_id, code, acronym, alias, name) values (${other}, 'X', 'X', 'x', 'x') returning id`,
        )
        .catch(() => undefined);
      return refused ? ['wrote into another tenant'] : [];
    }
    case 4: {
      const host = await db
        .lookup({ setting: 'app.host', value: `${alias}.test` })
        .many<{ tenant_id: number }>(sql`select tenant_id from tenant_host`);
      return host.length === 1 && host[0]?.tenant_id === id ? [] : [`hosts: ${JSON.stringify(host)}`];
    }
    case 5: {
      // The update affects one row, because statements that lock many rows in no particular order would block each other.
      const changed = await db
        .tenant(id)
        .many<Seen>(sql`update institution set acronym = 'I' where code = 'I2' returning tenant_id, name`);
      return [...foreign(changed), ...(changed.length === 1 ? [] : [`changed ${changed.length} rows`])];
    }
    default: {
      const rows = await db.tenant(id).many<Seen>(everything);
      return [...foreign(rows), ...wrongCount(rows)];
    }
  }
}

const settingNow = async (db: Pick<Database['global'], 'one'>) =>
  (await db.one<{ now: string }>(sql`select coalesce(current_setting('app.tenant_id', true), '') as now`))
    ?.now;

const [NAMED, BROKEN] = ['named' as FoundWork, 'broken' as FoundWork];
/** True for a tenant with a marked institution; and one that fails at the second-to-last tenant. */
const expressions = (failsAt: number) => ({
  [NAMED]: "exists (select from institution i where i.tenant_id = of_tenant and i.acronym = 'DUE')",
  [BROKEN]: `1 / (of_tenant - ${failsAt}) >= 0`,
});

/** Finds the tenants with work; reveals nothing else about them, before or after. */
async function findWork(db: Database): Promise<void> {
  const [, own = 0, third = 0] = await db.tenantIds();
  const moment = new Date('2026-01-12T10:00:00-03:00');
  const at = { now: moment, wall: moment };
  for (const [work, due] of Object.entries(expressions(own)))
    await db.asOwner((run) => run('select make_tenants_due($1, $2)', [work, due]));
  expect(await db.tenantsDue(NAMED, at)).toEqual([]);
  await db.tenant(own).many(sql`update institution set acronym = 'DUE' where code = 'I3' returning id`);
  for (let times = 0; times < 3; times += 1) {
    expect(await db.tenantsDue(NAMED, at)).toEqual([own]);
    expect([await settingNow(db.global), await db.global.many(everything)]).toEqual(['', []]);
  }
  const inside = await db.write(third, async (tx) => {
    const named = await tx.many(tenantsDueStatement(NAMED, at));
    return [
      named,
      await settingNow(tx),
      new Set((await tx.many<Seen>(everything)).map((row) => row.tenant_id)),
    ];
  });
  expect(inside).toEqual([[{ id: own }], String(third), new Set([third])]);

  // A failure on the way does not leave a tenant set either, nor may the application create such a function.
  const failure = (asked: Promise<unknown>) =>
    asked.then(
      () => 'none',
      (error: Error) => error.message,
    );
  expect(await failure(db.tenantsDue(BROKEN, at))).toContain('division by zero');
  expect([await settingNow(db.global), await db.global.many(everything)]).toEqual(['', []]);
  const kept = await db.write(third, async (tx) => {
    const said = await failure(tx.savepoint(() => tx.many(tenantsDueStatement(BROKEN, at))));
    return [said, await settingNow(tx)];
  });
  expect(kept).toEqual([expect.stringContaining('division by zero'), String(third)]);
  expect(await failure(db.global.many(sql`select make_tenants_due('mine', 'true')`))).toContain(
    'permission denied',
  );
}

const mixed = async (ids: number[], count: number) => {
  const offences = await Promise.all(Array.from({ length: count }, (_, n) => request(db, ids, n)));
  return offences.flat();
};

let db: Database;
beforeEach(async () => {
  db = await bareDatabase(5);
});
afterEach(() => db.close());

it('every kind of work has its function, and there is no other function', async () => {
  const made = await db.asOwner((run) =>
    run("select proname as name from pg_proc where proname like 'tenants\\_due\\_%' order by 1"),
  );
  expect(made.map(({ name }) => name)).toEqual(
    FOUND_WORK.map((work) => `tenants_due_${work.replaceAll('-', '_')}`).sort(),
  );
});

it('work is found without seeing anything else of a tenant', async () => {
  await fill(db);
  await findWork(db);
});

it('T3: mixed requests see only their own tenant, on five connections of a server or on the embedded engine', async () => {
  expect(await mixed(await fill(db), process.env.ORBITA_TEST_POSTGRES ? 1000 : 210)).toEqual([]);
});
