import { createHash } from 'node:crypto';
import pg from 'pg';

/** A statement that is prepared under its name on each connection. */
export type NamedStatement = { text: string; values: unknown[]; name: string; types: pg.CustomTypesConfig };

const names = new Map<string, string>();

/** Name under which a statement is prepared, made from its text, so that each connection plans it once. */
export const nameOf = (text: string): string => {
  let name = names.get(text);
  if (!name) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 24);
    names.set(text, name);
  }
  return name;
};

type Wire = {
  parsedStatements: Record<string, string>;
  parse(message: { text: string; name: string; types?: number[] }): void;
  bind(message: { statement: string; values: unknown[] }): void;
  execute(message: object): void;
  describe(message: object): void;
};
/** Columns of a statement's rows in the form in which pg's result keeps them. */
type Columns = { fields: unknown[]; _parsers: unknown[]; _prebuiltEmptyResultObject: object };
/** Parts of pg's query object that the classes below bypass. */
type WireQuery = {
  name: string;
  _result: Columns;
  _accumulateRows: boolean;
  prepare(wire: Wire): void;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, wire: Wire): void;
};
type Finish = (error: Error | null, result: pg.QueryResult) => void;
const BaseQuery = pg.Query as unknown as new (config: object, callback: Finish) => WireQuery;

/** For each connection, the columns of the statements that were prepared on it. */
const described = new WeakMap<Wire, Map<string, Columns>>();

/**
 * A prepared statement whose columns are asked for once on each connection: they cannot change, because PostgreSQL
 * refuses a prepared statement whose result would have other columns.
 */
export class NamedQuery extends BaseQuery {
  #known: Map<string, Columns> | undefined;

  constructor(statement: NamedStatement, callback: Finish) {
    super(statement, callback);
  }

  override prepare(wire: Wire): void {
    this.#known = described.get(wire) ?? new Map();
    described.set(wire, this.#known);
    const columns = this.#known.get(this.name);
    if (columns) {
      Object.assign(this._result, columns);
      this._accumulateRows = true;
    }
    super.prepare(columns ? Object.create(wire, { describe: { value: () => undefined } }) : wire);
  }

  override handleRowDescription(message: unknown): void {
    super.handleRowDescription(message);
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    this.#known?.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject });
  }
}

/**
 * Sends `set_config(…, true)` and one statement without a Sync between them, so that both run in one implicit
 * transaction and one round trip. The first result belongs to the setting and is dropped.
 */
export class ScopedQuery extends NamedQuery {
  readonly #setting: string;
  readonly #value: string;
  #settingDone = false;

  constructor(setting: string, value: string, statement: NamedStatement, callback: Finish) {
    super(statement, callback);
    this.#setting = setting;
    this.#value = value;
  }

  override prepare(wire: Wire): void {
    const statement = 'orbita_scope';
    const text = 'select set_config($1, $2, true)';
    if (!wire.parsedStatements[statement]) {
      wire.parse({ text, name: statement });
      wire.parsedStatements[statement] = text;
    }
    wire.bind({ statement, values: [this.#setting, this.#value] });
    wire.execute({});
    super.prepare(wire);
  }

  override handleDataRow(message: unknown): void {
    if (this.#settingDone) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, wire: Wire): void {
    if (this.#settingDone) super.handleCommandComplete(message, wire);
    else this.#settingDone = true;
  }
}
