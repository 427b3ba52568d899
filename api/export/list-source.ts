import type { Cell } from '@orbita/domain/export';
import type { Sql } from 'sql-template-tag';
import type { Service } from '../platform/http/context.ts';

/** A column: what the database says of it, and how that stands in a cell. */
type SourceColumn = {
  value: Sql;
  /** What `value` needs besides the row itself; it must keep every row, and never give one twice. */
  join?: Sql;
  cell?: (value: never, zone: string) => Cell;
};

/** Filters of an export, as they were checked when it was asked for. */
export type ExportQuery = Readonly<Record<string, string | number>>;

/** Rows of a list with its filters, of the institutions that a caller may see. */
export type Rows = { from: readonly [table: string, as: string]; where: Sql };

/** Where the rows of a list come from. The same filters as those of its own call, by the same functions. */
export type Source = {
  rows: (tenantId: number, service: Service, query: ExportQuery, now: Date) => Rows;
  columns: Readonly<Record<string, SourceColumn>>;
};
