import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { everythingOf, numberOf, secondCell } from '../../testing/two-cells.ts';
import { randomOf } from '../../tools/chaos/random.ts';
import { sealSecret } from '../messaging/webhooks/sign.ts';
import type { Database } from '../platform/database/types.ts';
import { storeSealed } from '../platform/files/storage.ts';
import { SEALED_COLUMNS } from '../resealing.ts';
import { createTenant } from '../tenancy/tenants.ts';
import { abortMove, type Move, removeMoved, switchTenant } from './move.ts';

const LEFT = Object.fromEntries(SEALED_COLUMNS.map(({ table, columns }) => [table, columns]));
let source: Harness;
let target: Harness;

beforeAll(async () => {
  source = await startHarness({ proves: false });
  target = await secondCell(source);
});
afterAll(async () => {
  await target?.stop();
  await source?.stop();
});

/** Small tenant with something of each kind: rows, an append-only row, a secret and a file. */
async function smallTenant(alias: string): Promise<number> {
  const { platform, clock } = source;
  await createTenant(platform, { alias, name: alias, hosts: [`${alias}.small.test`] });
  const id = (await numberOf(platform, alias)) ?? 0;
  const key = `tenants/${id}/documents/one`;
  await storeSealed(platform, id, key, Buffer.from(`file of ${alias}`));
  await platform.db.write(id, async (tx) => {
    await tx.many(sql`
      insert into audit_log (tenant_id, at, token_name, action, outcome)
      select ${id}, ${clock.now()}::timestamptz, 't', 'GET /x', 200 from generate_series(1, 120) returning id`);
    await tx.many(sql`
      insert into institution (tenant_id, code, acronym, alias, name)
      select ${id}, 'I' || n, 'I', 'i' || n, 'I' || n from generate_series(1, 3) n returning id`);
    await tx.many(sql`
      insert into webhook_endpoint (tenant_id, institution_id, url, secret, kinds, created_at, updated_at)
      select ${id}, id, 'https://hook.test/x', ${sealSecret(platform.config.secrets, id, 'whsec')}::text, '{}'::text[],
        ${clock.now()}::timestamptz, ${clock.now()}::timestamptz from institution where tenant_id = ${id} limit 1 returning id`);
  });
  return id;
}

const standing = async ({ platform }: Harness, alias: string) =>
  (
    await platform.db.global.one<{ standing: string }>(
      sql`select standing from tenant where alias = ${alias}`,
    )
  )?.standing;

/** Ends the owner's connections as when the process that has them is killed. */
const cut = (db: Database) =>
  db.asOwner((run) =>
    run(`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and classid = 7302844
      and database = (select oid from pg_database where datname = current_database())`),
  );

const NAMED = [
  'announced',
  'sealed',
  'sequences',
  'files',
  'closed',
  'drained',
  'proof',
  'moved',
  'opening',
  'opened',
];

describe('a move that is killed', () => {
  const seeds = Array.from({ length: 8 }, (_, seed) => seed + 1);
  const cases = [
    ...NAMED.flatMap((name) => [`${name} 1`, ...(['sealed', 'files'].includes(name) ? [`${name} 2`] : [])]),
    ...seeds.map((seed) => `seed ${seed}`),
  ];

  it.each(cases)(
    'at %s is never served twice, can be resumed, and rolls back where it may',
    async (which) => {
      const alias = `k-${which.replace(' ', '-')}`;
      const here = await smallTenant(alias);
      const before = await everythingOf(source.platform, here, LEFT);
      const [name = '', number = '1'] = which.split(' ');
      // A round has one step per table, and there are two rounds.
      const at =
        name === 'seed' ? 1 + Math.floor(randomOf(Number(number))() * 2 * before.size) : Number(number);
      let count = 0;
      const killed = new Error('killed');
      const move: Move = {
        ...{ source: source.platform, target: target.platform, alias, sealed: SEALED_COLUMNS },
        say: () => undefined,
      };
      const step = async (now: string) => {
        if (now !== name && !(name === 'seed' && now.startsWith('table '))) return;
        count += 1;
        if (count !== at) return;
        await cut(source.platform.db);
        await cut(target.platform.db);
        throw killed;
      };
      await expect(switchTenant({ ...move, step })).rejects.toBe(killed);
      const both = async () => [await standing(source, alias), await standing(target, alias)];
      const left = await both();
      expect(left).not.toEqual(['open', 'open']);
      if (left[1] !== 'open' && at % 2 === 1) {
        await abortMove(move);
        expect(await both()).toEqual(['open', undefined]);
        expect(await everythingOf(source.platform, here, LEFT)).toEqual(before);
        await abortMove(move);
      }
      if (left[1] === 'open') await expect(abortMove(move)).rejects.toThrow('no way back');
      if (left[1] === 'open') await expect(switchTenant(move)).rejects.toThrow('open at the target already');
      else await switchTenant(move);
      expect(await both()).toEqual(['moved', 'open']);
      const there = (await numberOf(target.platform, alias)) ?? 0;
      expect(await everythingOf(target.platform, there, LEFT)).toEqual(before);
      expect(await target.platform.files.exists(`tenants/${there}/documents/one`)).toBe(true);
      await removeMoved(move);
      const after = await everythingOf(source.platform, here);
      expect([...after.values()].flat()).toEqual([]);
      expect(await both()).toEqual([undefined, 'open']);
      expect(await source.platform.files.exists(`tenants/${here}/documents/one`)).toBe(false);
    },
  );
});
