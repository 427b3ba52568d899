import sql, { type Sql } from 'sql-template-tag';

/** Which rows are a person's; `of` names the tenant and the person. */
export type Mine = (of: { tenantId: number; personId: number }) => Sql;

/**
 * What a table knows of people: said by the room it belongs to, for each of its columns, so that neither a copy of
 * somebody's data nor an erasure can overlook one (LGPD art. 18; the test of the data catalogue compares it with the
 * database).
 */
export type PersonalTable = {
  table: string;
  mine: Mine;
  /** Goes into the copy, under this name; null keeps the whole table out of it, `left` says why. */
  section: string | null;
  /** Columns of the copy. */
  columns: readonly string[];
  /** Columns that do not go into it, by the reason; `*` stands for all others. */
  left: Readonly<Record<string, string>>;
  /** What an erasure does: deletes the rows, overwrites columns (values are SQL), or keeps them for a reason. */
  erase: 'delete' | { set: Readonly<Record<string, string>> } | { kept: string };
};

export const ofPerson: Mine = ({ tenantId, personId }) =>
  sql`tenant_id = ${tenantId}::bigint and person_id = ${personId}::bigint`;

export const ofSubscription: Mine = ({ tenantId, personId }) => sql`
  tenant_id = ${tenantId}::bigint and subscription_id in (
    select s.id from subscription s where s.tenant_id = ${tenantId}::bigint and s.person_id = ${personId}::bigint)`;

/** Reasons that recur. */
export const INTERNAL = 'Número interno, sem sentido fora do sistema.';
export const SECRET = 'Segredo de acesso, guardado só como resumo criptográfico.';

/** Columns by which the system works and which say nothing of a person. */
export const technical = (...columns: readonly string[]): Record<string, string> =>
  Object.fromEntries(columns.map((column) => [column, 'Controle técnico do sistema.']));
