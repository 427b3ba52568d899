import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { bareDatabase } from '../../../testing/bare-database.ts';
import { tenancyOffences } from './safety.ts';
import type { Database } from './types.ts';

let db: Database;
const owner = (text: string) => db.asOwner((run) => run(text));

beforeAll(async () => {
  db = await bareDatabase();
  return () => db.close();
});

describe('the database check that tenants are separate', () => {
  afterEach(() =>
    owner('drop view if exists a_view; drop table if exists offending, offending_child cascade'),
  );

  it('reports nothing about our own schema', async () => {
    expect(await tenancyOffences(db)).toEqual([]);
  });

  it('T2: reports an unprotected table', async () => {
    await owner('create table offending (id bigint primary key, name text)');
    expect(await tenancyOffences(db)).toEqual([
      'T2: offending does not start with tenant_id',
      'T2: row-level security is not forced on offending',
      'T2: offending lacks a reading or a writing policy',
      'T8: offending_pkey of offending does not start with tenant_id',
    ]);
  });

  it('T2: reports row-level security that is enabled but not forced', async () => {
    await owner(`create table offending (tenant_id bigint not null references tenant, id bigint, primary key (tenant_id, id));
      select protect('offending'); alter table offending no force row level security`);
    expect(await tenancyOffences(db)).toEqual(['T2: row-level security is not forced on offending']);
  });

  it('T4 T8: reports rules and references that omit the tenant', async () => {
    await owner(`create table offending (tenant_id bigint not null references tenant, id bigint unique,
        name text, primary key (tenant_id, id), unique (name, tenant_id)); select protect('offending');
      create table offending_child (tenant_id bigint not null references tenant, id bigint,
        parent bigint references offending (id), primary key (tenant_id, id)); select protect('offending_child')`);
    expect(await tenancyOffences(db)).toEqual([
      'T8: offending_id_key of offending does not start with tenant_id',
      'T8: offending_name_tenant_id_key of offending does not start with tenant_id',
      'T4: offending_child_parent_fkey of offending_child leaves out tenant_id',
    ]);
  });

  it('T1 T5: reports a table that the application owns, and a view', async () => {
    await owner(`create table offending (tenant_id bigint not null references tenant, id bigint, primary key (tenant_id, id));
      select protect('offending'); alter table offending owner to orbita_app;
      create view a_view as select 1 as one`);
    expect(await tenancyOffences(db)).toEqual([
      'T1: the application role owns offending',
      'T5: there are views; list and review them',
    ]);
  });

  it('ignores objects of an extension, such as the views of pg_stat_statements', async () => {
    await owner(`create view a_view as select 1 as one; create table offending (name text unique);
      create function lent() returns int language sql security definer as 'select 1';
      alter extension plpgsql add view a_view; alter extension plpgsql add table offending;
      alter extension plpgsql add function lent()`);
    expect(await tenancyOffences(db)).toEqual([]);
    await owner(`alter extension plpgsql drop view a_view; alter extension plpgsql drop table offending;
      alter extension plpgsql drop function lent()`);
    expect(await tenancyOffences(db)).toContain('T5: there are views; list and review them');
    await owner('drop function lent()');
  });
});
