import { selectSubscriptions } from '@orbita/api/subscription/row';
import Fastify from 'fastify';
import pg from 'pg';
import sql from 'sql-template-tag';

/**
 * The bare server: what Fastify and pg can do on this machine without the product. No session, no checks, no tenancy, no
 * validation, no events and no messages. It runs in its own process on the product's database, with the same number of
 * connections.
 *
 * - GET returns the plain row of one application by its primary key, under row security as the product's role sees it.
 * - PUT updates one row by its primary key, in one statement.
 * - POST inserts one row in a transaction (begin, insert, commit).
 *
 * The bodies are those that the product received. Environment: `BARE_DATABASE_URL`, `BARE_TENANT`.
 */
export const BARE_TABLES = `
  create schema bare;
  create table bare.draft (tenant_id bigint, id bigint, body text, revision bigint, primary key (tenant_id, id));
  create table bare.record (tenant_id bigint, id bigint generated always as identity, body text,
    primary key (tenant_id, id));
  grant usage on schema bare to orbita_app;
  grant select, insert, update on all tables in schema bare to orbita_app`;

/** The number of connections of a product process (`ORBITA_DATABASE_POOL`). */
const POOL = 10;
const CREATED = 201;

/** Starts the bare server on a free port of the loopback address; returns its address. */
async function serve(databaseUrl: string, tenantId: number): Promise<string> {
  const options = `-c role=orbita_app -c app.tenant_id=${tenantId} -c jit=off`;
  const pool = new pg.Pool({ connectionString: databaseUrl, max: POOL, options });
  const app = Fastify();
  app.get<{ Params: { id: number } }>('/:id', async ({ params }) => {
    const { text, values } = selectSubscriptions(sql`s.tenant_id = ${tenantId} and s.id = ${params.id}`);
    const { rows } = await pool.query({ name: 'read', text, values: values as unknown[] });
    return rows[0];
  });
  app.put<{ Params: { id: number }; Body: { body: string } }>('/:id', async ({ params, body }) => {
    const { rows } = await pool.query({
      name: 'save',
      text: `update bare.draft set body = $3, revision = revision + 1 where tenant_id = $1 and id = $2
        returning revision`,
      values: [tenantId, params.id, body.body],
    });
    return rows[0];
  });
  app.post<{ Body: { body: string } }>('/', async ({ body }, reply) => {
    const client = await pool.connect();
    try {
      await client.query('begin');
      const { rows } = await client.query({
        name: 'add',
        text: 'insert into bare.record (tenant_id, body) values ($1, $2) returning id',
        values: [tenantId, body.body],
      });
      await client.query('commit');
      return reply.code(CREATED).send(rows[0]);
    } finally {
      client.release();
    }
  });
  return app.listen({ port: 0, host: '127.0.0.1' });
}

if (import.meta.main) {
  process.once('disconnect', () => process.exit());
  const url = await serve(process.env.BARE_DATABASE_URL ?? '', Number(process.env.BARE_TENANT));
  process.send?.({ url });
}
