import { setTimeout as pause } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bareDatabase } from '../../../testing/bare-database.ts';
import { until } from '../../../testing/until.ts';
import { notesStatement, payloadsOf } from './notes.ts';
import { ROUND_TRIPS, type RoundTrip } from './round-trips.ts';
import type { Database, Tx } from './types.ts';

const server = process.env.ORBITA_TEST_POSTGRES;

const add = (tx: Tx, code: string) => sql`
  insert into institution (tenant_id, code, acronym, alias, name)
  values (${tx.tenantId}, ${code}, 'I', ${code}, 'Faculdade') returning id`;
const codes = async (on: Pick<Tx, 'many'>) =>
  (await on.many<{ code: string }>(sql`select code from institution order by code`)).map(({ code }) => code);

const tenantIn = async (db: Database): Promise<number> => {
  const made = await db.global.one<{ id: number }>(
    sql`insert into tenant (alias, name) values ('um', 'um') returning id`,
  );
  return made?.id ?? 0;
};

describe('a statement alongside', () => {
  let db: Database;
  let id: number;
  beforeAll(async () => {
    db = await bareDatabase(1);
    id = await tenantIn(db);
  });
  afterAll(() => db?.close());
  const stored = () => codes(db.tenant(id));
  const forget = () => db.tenant(id).many(sql`delete from institution returning id`);

  it('runs before the next one, in order, and before the commit', async () => {
    const seen = await db.write(id, async (tx) => {
      tx.alongside(add(tx, 'a'));
      tx.alongside(sql`update institution set code = 'b' where code = 'a' returning id`);
      const before = await codes(tx);
      tx.alongside(add(tx, 'c'));
      return before;
    });
    expect(seen).toEqual(['b']);
    expect(await stored()).toEqual(['b', 'c']);
    await forget();
  });

  it('that fails rolls back the transaction, whether another statement or the commit follows', async () => {
    const failing = (followed: boolean) =>
      db.write(id, async (tx) => {
        await tx.one(add(tx, 'a'));
        tx.alongside(add(tx, 'a'));
        if (followed) await tx.one(sql`select 1 as never_reached`);
      });
    for (const followed of [true, false]) {
      await expect(failing(followed)).rejects.toMatchObject({ code: '23505' });
      expect(await stored()).toEqual([]);
    }
  });

  it('can fail, and the statement after it is prepared again on the same connection', async () => {
    const asked = (first: string) =>
      db.write(id, async (tx) => {
        tx.alongside(sql`select ${first}::text::int as number`);
        tx.alongside(sql`select ${first}::text as word, 'asked after one that failed' as said`);
        return tx.one<{ said: string }>(sql`select ${first}::text as said, 'and this after that' as last`);
      });
    await expect(asked('x')).rejects.toMatchObject({ code: '22P02' });
    for (let time = 0; time < 3; time += 1) expect(await asked('7')).toMatchObject({ said: '7' });
    await expect(asked('y')).rejects.toMatchObject({ code: '22P02' });
    expect(await asked('8')).toMatchObject({ said: '8' });
  });

  it('belongs to the savepoint in which it was queued', async () => {
    await db.write(id, async (tx) => {
      tx.alongside(add(tx, 'before'));
      await tx
        .savepoint(async () => {
          tx.alongside(add(tx, 'undone'));
          throw new Error('given up');
        })
        .catch(() => undefined);
      await tx.savepoint(async () => tx.alongside(add(tx, 'kept')));
      await tx
        .savepoint(async () => {
          await tx.savepoint(async () => tx.alongside(add(tx, 'inner')));
          throw new Error('given up');
        })
        .catch(() => undefined);
    });
    expect(await stored()).toEqual(['before', 'kept']);
    await forget();
  });

  it("sends the transaction's notifications with the commit, each once, unless rolled back", async () => {
    const heard: string[] = [];
    const stop = await db.listen('orbita_alongside', (payload) => void heard.push(payload));
    await db.write(id, async (tx) => {
      for (const payload of ['one', 'two', 'one']) tx.notify('orbita_alongside', payload);
      await tx
        .savepoint(async () => {
          tx.notify('orbita_alongside', 'undone');
          throw new Error('given up');
        })
        .catch(() => undefined);
      tx.notify('orbita_alongside', 'three');
      expect(heard).toEqual([]);
    });
    const given = db.write(id, async (tx) => {
      tx.notify('orbita_alongside', 'rolled back');
      await tx.one(sql`select 1 as begun`);
      throw new Error('given up');
    });
    await expect(given).rejects.toThrow('given up');
    await db.write(id, async (tx) => tx.notify('orbita_alongside', 'last'));
    await until(
      async () => heard,
      (all) => all.includes('last'),
    );
    expect(heard).toEqual(['one', 'two', 'three', 'last']);
    await stop();
  });

  it('is not needed: a transaction without statements also works', async () => {
    const done: string[] = [];
    await db.write(id, async (tx) => tx.afterCommit(() => void done.push('done')));
    await expect(
      db.write(id, async () => {
        throw new Error('given up');
      }),
    ).rejects.toThrow('given up');
    expect(done).toEqual(['done']);
  });
});

it("packs a transaction's notifications into as few as fit", () => {
  const long = Array.from({ length: 200 }, (_, n) => ({
    channel: 'a',
    payload: `${'x'.repeat(96)}${1000 + n}`,
  }));
  const { values } = notesStatement([
    ...long,
    { channel: 'b', payload: 'one' },
    { channel: 'b', payload: 'two' },
  ]);
  const [channels, payloads] = values as [string[], string[]];
  expect(channels).toEqual(['a', 'a', 'a', 'b']);
  expect(payloads.every((payload) => payload.length < 8000)).toBe(true);
  expect(payloads.flatMap(payloadsOf)).toEqual([...long.map(({ payload }) => payload), 'one', 'two']);
});

describe.runIf(server)('savepoints', () => {
  it('cost no round trip of their own, released or rolled back', async () => {
    const db = await bareDatabase(1);
    const id = await tenantIn(db);
    const sent: (readonly string[])[] = [];
    const onTrip = (message: unknown) => void sent.push((message as RoundTrip).statements);
    ROUND_TRIPS.subscribe(onTrip);
    await db.write(id, async (tx) => {
      await tx.savepoint(() => tx.one(add(tx, 'a')));
      await tx.savepoint(async () => undefined);
      const failing = tx.savepoint(async () => {
        await tx.one(add(tx, 'b'));
        throw new Error('given up');
      });
      await expect(failing).rejects.toThrow('given up');
      tx.notify('orbita_alongside', 'one');
      await tx.savepoint(async () => tx.alongside(add(tx, 'c')), { last: true });
    });
    ROUND_TRIPS.unsubscribe(onTrip);
    expect(sent.map((texts) => texts.length)).toEqual([4, 3, 6]);
    expect(await codes(db.tenant(id))).toEqual(['a', 'c']);
    await db.close();
  });
});

describe.runIf(server)('a statement after one that waited for a lock', () => {
  it('sees what was committed meanwhile', async () => {
    const db = await bareDatabase(2);
    const id = await tenantIn(db);
    await db.write(id, async (tx) => tx.alongside(add(tx, 'old')));
    const locked = Promise.withResolvers<void>();
    const first = db.write(id, async (tx) => {
      await tx.one(sql`select id from tenant where id = ${id} for update`);
      locked.resolve();
      await pause(200);
      await tx.one(sql`update institution set code = 'new' where code = 'old' returning id`);
    });
    await locked.promise;
    const seen = await db.write(id, async (tx) => {
      tx.alongside(sql`select id from tenant where id = ${id} for update`);
      return codes(tx);
    });
    await first;
    expect(seen).toEqual(['new']);
    await db.close();
  });
});
