import sql, { type Sql } from 'sql-template-tag';

/** Selects the rows of a person; `of` names the tenant and the person. */
export type Mine = (of: { tenantId: number; personId: number }) => Sql;

/**
 * Personal data of a table. The module that owns the table declares each column, so that neither a copy of a
 * person's data nor an erasure can overlook one (LGPD art. 18; the test of the data catalogue compares it
 * with the database).
 */
export type PersonalTable = {
  table: string;
  mine: Mine;
  /** Name of the table's section in the copy; null excludes the whole table, and `left` gives the reason. */
  section: string | null;
  /** Columns of the copy. */
  columns: readonly string[];
  /** Columns that the copy omits, with the reason; `*` stands for all others. */
  left: Readonly<Record<string, string>>;
  /**
   * Effect of an erasure: deletes the rows, overwrites columns (values are SQL), or keeps them for a reason.
   */
  erase: 'delete' | { set: Readonly<Record<string, string>> } | { kept: string };
  /**
   * Columns with words about the person: typed by her or about her, or a copy of such words (names, contacts, documents,
   * file names, payloads). An erasure takes every one of them, whatever else of the row stays, except `keptWords`. All other
   * columns of text are named in `api/privacy/plain-texts.ts`; a column that stands nowhere fails the build.
   */
  words?: readonly string[];
  /** Words that an erasure leaves, by column, with the reason that allows it. */
  keptWords?: Readonly<Record<string, string>>;
  /**
   * Of the words, those in which the team may name somebody whom the row is not about, or that belong to no person's row:
   * an erasure takes her name, documents and contacts out of them as well (`api/privacy/mentions.ts`).
   */
  mentions?: readonly string[];
  /** Segment of the operations' addresses that is followed by the table's id, such as `essays` in `/essays/{id}`. */
  segments?: readonly string[];
};

export const ofPerson: Mine = ({ tenantId, personId }) =>
  sql`tenant_id = ${tenantId}::bigint and person_id = ${personId}::bigint`;

export const ofSubscription: Mine = ({ tenantId, personId }) => sql`
  tenant_id = ${tenantId}::bigint and subscription_id in (
    select s.id from subscription s where s.tenant_id = ${tenantId}::bigint and s.person_id = ${personId}::bigint)`;

export const INTERNAL = 'Número interno, sem sentido fora do sistema.';
export const SECRET = 'Segredo de acesso, guardado só como resumo criptográfico.';

/** Columns that the system needs to work and that hold no data about a person. */
export const technical = (...columns: readonly string[]): Record<string, string> =>
  Object.fromEntries(columns.map((column) => [column, 'Controle técnico do sistema.']));
