import type { Sql } from 'sql-template-tag';
import type { Database, Statements, Tx } from '../database/types.ts';
import { inSpan, type Part } from './spans.ts';

/** Number of characters of a statement that are searched for its table. */
const LOOKED_AT = 2_000;
const FIRST_WORD = /^\s*([a-z]+)/;
const TABLE = /\b(?:from|into|update|join) ([a-z_]+)/;

/** The first word of a statement and the first table it names; its text contains no values. */
function summaryOf({ text }: Sql): string {
  const head = text.slice(0, LOOKED_AT);
  const [, word = 'statement'] = FIRST_WORD.exec(head) ?? [];
  const [, table] = TABLE.exec(head) ?? [];
  return table === undefined ? word : `${word} ${table}`;
}

const asked = (kind: Database['kind'], name: string, attributes: Part['attributes'] = {}): Part => ({
  name,
  kind: 'database',
  attributes: { 'db.system.name': kind === 'postgres' ? 'postgresql' : kind, ...attributes },
});

/** Records each awaited statement as a part of the current span. */
function tracedRunner<R extends Statements>(kind: Database['kind'], runner: R): R {
  const statement = (query: Sql): Part => {
    const summary = summaryOf(query);
    return asked(kind, summary, { 'db.query.summary': summary });
  };
  return {
    ...runner,
    many: (query: Sql) => inSpan(statement(query), () => runner.many(query)),
    one: (query: Sql) => inSpan(statement(query), () => runner.one(query)),
  };
}

/** A database whose transactions and statements are recorded as parts of the current span; used only if traces are on. */
export function tracedDatabase(db: Database): Database {
  const { kind } = db;
  return {
    ...db,
    global: tracedRunner(kind, db.global),
    tenant: (tenantId) => tracedRunner(kind, db.tenant(tenantId)),
    lookup: (key) => tracedRunner(kind, db.lookup(key)),
    write: (tenantId, work) =>
      inSpan(asked(kind, 'transaction'), () => db.write(tenantId, (tx) => work(tracedRunner<Tx>(kind, tx)))),
    tenantsDue: (found, at) =>
      inSpan(asked(kind, 'tenants due', { 'orbita.work': found }), () => db.tenantsDue(found, at)),
  };
}
