type NameOf<Column extends string> = Column extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<NameOf<Tail>>}`
  : Column;
type ColumnOf<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${ColumnOf<Rest>}`
  : Name;

/** A row with the fields of a shape, under the names of their columns: `person_id` for `personId`. */
export type RowOf<Shape> = { [Name in keyof Shape as ColumnOf<Name & string>]: Shape[Name] };
export type ShapeOf<Row> = { [Column in keyof Row as NameOf<Column & string>]: Row[Column] };

const names = new Map<string, string>();
const nameOf = (column: string): string => {
  const name =
    names.get(column) ?? column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  names.set(column, name);
  return name;
};

/** A row as a shape of the domain: `personId` for `person_id`. What is inside a jsonb column keeps its names. */
export const shapeOf = <Row extends object>(row: Row): ShapeOf<Row> =>
  Object.fromEntries(Object.entries(row).map(([column, value]) => [nameOf(column), value])) as ShapeOf<Row>;
