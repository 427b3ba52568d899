import sql, { type Sql } from 'sql-template-tag';

/** Selects a person's rows; `of` names the tenant and the person. */
export type Mine = (of: { tenantId: number; personId: number }) => Sql;

/**
 * Personal data in a table. The module that owns the table declares each column, so that neither a copy of a person's data nor
 * an erasure can miss one (LGPD art. 18; the data catalogue test compares it with the database).
 */
export type PersonalTable = {
  table: string;
  mine: Mine;
  /** Name of the table's section in the copy; null excludes the whole table, for the reason in `left`. */
  section: string | null;
  /** Columns included in the copy. */
  columns: readonly string[];
  /** Columns that the copy omits, with the reason; `*` stands for all others. */
  left: Readonly<Record<string, string>>;
  /** Effect of an erasure: delete the rows, overwrite columns (values are SQL), or keep them for a reason. */
  erase: 'delete' | { set: Readonly<Record<string, string>> } | { kept: string };
  /**
   * Columns with text about the person: typed by or about them, or copies of such text (names, contacts, documents, file names,
   * payloads). An erasure clears all of them, whatever else of the row is kept, except `keptWords`. All other text columns are
   * listed in `testing/plain-texts.ts`; a column listed in neither fails the build.
   */
  words?: readonly string[];
  /** Text columns that an erasure keeps, with the reason that permits it. */
  keptWords?: Readonly<Record<string, string>>;
  /**
   * The text columns in which the team may mention somebody other than the row's person, or that belong to no person's row: an
   * erasure removes that person's name, documents and contacts from them as well (`api/privacy/mentions.ts`).
   */
  mentions?: readonly string[];
  /** Path segments of operations calls that are followed by the table's id, such as `essays` in `/essays/{id}`. */
  segments?: readonly string[];
};

export const ofPerson: Mine = ({ tenantId, personId }) =>
  sql`tenant_id = ${tenantId}::bigint and person_id = ${personId}::bigint`;

export const ofSubscription: Mine = ({ tenantId, personId }) => sql`
  tenant_id = ${tenantId}::bigint and subscription_id in (
    select s.id from subscription s where s.tenant_id = ${tenantId}::bigint and s.person_id = ${personId}::bigint)`;

export const INTERNAL = 'Número interno, sem sentido fora do sistema.';
export const SECRET = 'Segredo de acesso, guardado só como resumo criptográfico.';

/** Columns that the system needs to work and that contain no data about a person. */
export const technical = (...columns: readonly string[]): Record<string, string> =>
  Object.fromEntries(columns.map((column) => [column, 'Controle técnico do sistema.']));

/** For a table of which the copy says only why it is omitted. */
export const notCopied = (why: string): Pick<PersonalTable, 'section' | 'columns' | 'left'> => ({
  section: null,
  columns: [],
  left: { '*': why },
});
