import { beforeAll, expect, it } from 'vitest';
import { bareDatabase } from '../../../testing/bare-database.ts';
import type { Database } from './types.ts';

let db: Database;
beforeAll(async () => {
  db = await bareDatabase();
  return () => db.close();
});

/** Tables with tens of thousands of rows per tenant. */
const GROWING = [
  'person',
  'user_account',
  'subscription',
  'essay',
  'payment',
  'required_document',
  'access_key',
];

/**
 * References that need no index: their rows are read and ended through the person or by their own id, and codes live for
 * minutes.
 */
const NEVER_ASKED = ['handoff_code.person_id', 'login_session.account_id', 'passkey.account_id'];

it('rows of a person, an application, an essay, a payment or a document are found by an index', async () => {
  const bare = await db.asOwner((run) =>
    run(
      `select c.conrelid::regclass::text || '.' || string_agg(a.attname::text, '+' order by k.n) as name
       from pg_constraint c
       cross join unnest(c.conkey) with ordinality k (num, n)
       join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.num and a.attname <> 'tenant_id'
       where c.contype = 'f' and c.confrelid::regclass::text = any($1::text[])
         and not exists (select from pg_index x where x.indrelid = c.conrelid
           -- A part that leaves out empty references still finds every reference.
           and coalesce(pg_get_expr(x.indpred, x.indrelid), '') in ('', '(' || a.attname || ' IS NOT NULL)')
           and (x.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey)
       group by c.oid, c.conrelid order by 1`,
      [GROWING],
    ),
  );
  expect(bare.map(({ name }) => name)).toEqual(NEVER_ASKED);
});
