import { selectStates } from '@orbita/api/subscription/index';
import type { Harness } from '@orbita/api/testing/harness';
import { apply, signUp } from '@orbita/api/testing/journey';
import { inventedPerson } from '@orbita/api/testing/people';
import autocannon from 'autocannon';
import Fastify from 'fastify';
import pg from 'pg';
import sql from 'sql-template-tag';
import type { Figure } from './table.ts';

const load = (url: string, headers: Record<string, string>) =>
  autocannon({ url, headers, connections: 50, duration: 6 });

export type Rates = { ours: number; bare: number; refused: number };

/** Reads of one subscription a second: the product, and a bare Fastify with pg that runs the same SQL, in one run. */
export async function readRates(harness: Harness, databaseUrl: string, person = 777_777): Promise<Rates> {
  const client = harness.visitor();
  const me = await signUp(client, inventedPerson(person));
  const { id } = await apply(client);
  const tenantId = (await harness.house.db.tenantIds())[0] ?? 1;
  const query = selectStates(
    sql`s.tenant_id = ${tenantId} and s.id = ${id} and s.person_id = ${me.personId}`,
  );

  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
  const bare = Fastify();
  bare.get('/', async () => {
    const { rows } = await pool.query({
      name: 'reading',
      text: query.text,
      values: query.values as unknown[],
    });
    return rows[0];
  });
  await bare.listen({ port: 0, host: '127.0.0.1' });
  const address = bare.server.address();
  const bareUrl = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`;
  const ours = {
    'x-forwarded-host': 'cua.alfa.orbita.test',
    authorization: `Bearer ${client.token}`,
    cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  };
  const oursUrl = `${harness.url}/orbita/api/candidate/users/${me.uuid}/subscription/${id}`;
  try {
    await load(bareUrl, {});
    const b = await load(bareUrl, {});
    const o = await load(oursUrl, ours);
    const b2 = await load(bareUrl, {});
    return {
      ours: o['2xx'] / o.duration,
      bare: (b['2xx'] / b.duration + b2['2xx'] / b2.duration) / 2,
      refused: o.non2xx,
    };
  } finally {
    await bare.close();
    await pool.end();
  }
}

/** The rates as figures, with their ratio. */
export async function ratioToBare(harness: Harness, databaseUrl: string): Promise<Figure[]> {
  const { ours, bare, refused } = await readRates(harness, databaseUrl);
  return [
    {
      what: 'Read one subscription, product',
      measured: `${ours.toFixed(0)} a second (${refused} refused)`,
      target: '',
      reached: null,
    },
    {
      what: 'The same SQL, bare Fastify + pg',
      measured: `${bare.toFixed(0)} a second`,
      target: '',
      reached: null,
    },
    {
      what: 'Ratio',
      measured: `${((ours / bare) * 100).toFixed(0)} %`,
      target: '≥ 60 %',
      reached: ours / bare >= 0.6,
    },
  ];
}
