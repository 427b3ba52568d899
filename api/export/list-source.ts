import type { Cell } from '@orbita/domain/export';
import type { Sql } from 'sql-template-tag';
import type { Service } from '../platform/http/context.ts';

/** A column: its value in the database, and how that is shown in a cell. */
type SourceColumn = {
  value: Sql;
  /** Join that `value` needs besides the row itself; it must neither drop nor duplicate rows. */
  join?: Sql;
  cell?: (value: never, zone: string) => Cell;
};

/** Filters of an export, as validated when it was requested. */
export type ExportQuery = Readonly<Record<string, string | number>>;

/** Rows of a list with its filters, limited to the institutions that a caller may see. */
export type Rows = { from: readonly [table: string, as: string]; where: Sql };

/** Where the rows of a list come from. Uses the same filters as the list's own call, through the same functions. */
export type Source = {
  rows: (tenantId: number, service: Service, query: ExportQuery, now: Date) => Rows;
  columns: Readonly<Record<string, SourceColumn>>;
};
