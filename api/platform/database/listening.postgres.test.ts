import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase } from '../../../testing/fresh-database.ts';
import { startRelay } from '../../../testing/relay.ts';
import { until } from '../../../testing/until.ts';
import { openPostgres } from './postgres.ts';

const server = process.env.ORBITA_TEST_POSTGRES ?? '';
let database: Awaited<ReturnType<typeof freshDatabase>>;
let pooler: Awaited<ReturnType<typeof startRelay>>;
beforeAll(async () => {
  database = await freshDatabase(server);
  pooler = await startRelay(database.url, { deaf: true });
});
afterAll(async () => {
  await pooler?.stop();
  await database?.drop();
});

describe('notifications behind a pooler', () => {
  it('are missed at once and in words, where nothing names the server', async () => {
    const db = openPostgres({ url: pooler.url, pool: 2 });
    await expect(db.listen('orbita_x', () => undefined)).rejects.toThrow('ORBITA_LISTEN_DATABASE_URL');
    await db.close();
  });

  it('come from the server that is named', async () => {
    const db = openPostgres({ url: pooler.url, listenUrl: database.url, pool: 2 });
    const came: string[] = [];
    await db.listen('orbita_x', (payload) => came.push(payload));
    await db.notify('orbita_x', 'one');
    await until(
      async () => came,
      (all) => all.length > 0,
    );
    expect(came).toEqual(['one']);
    await db.close();
  });
});
