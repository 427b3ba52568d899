import { createHash } from 'node:crypto';
import pg from 'pg';

/** A statement that is prepared under its name on each connection. */
export type NamedStatement = { text: string; values: unknown[]; name: string; types: pg.CustomTypesConfig };

const names = new Map<string, string>();

/** Name under which a statement is prepared, derived from its text, so that each connection plans it once. */
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
  submittedNamedStatements: Record<string, string>;
  on(event: 'parseComplete', listener: () => void): void;
  off(event: 'parseComplete', listener: () => void): void;
  parse(message: { text: string; name: string; types?: number[] }): void;
  close(message: { type: 'S'; name: string }): void;
  bind(message: object): void;
  execute(message: object): void;
  describe(message: object): void;
};
/** Column metadata of a statement's rows, in the form that pg's result uses. */
type Columns = { fields: unknown[]; _parsers: unknown[]; _prebuiltEmptyResultObject: object };
/** Internals of pg's query object that the classes below override. */
type WireQuery = {
  name: string;
  _result: Columns;
  _accumulateRows: boolean;
  prepare(wire: Wire): void;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, wire: Wire): void;
  handleReadyForQuery(wire: Wire): void;
  handleError(error: Error, wire: Wire): void;
};
type Finish = (error: Error | null, result: pg.QueryResult) => void;
const BaseQuery = pg.Query as unknown as new (config: object, callback: Finish) => WireQuery;

/** For each connection, the columns of the statements prepared on it. */
const described = new WeakMap<Wire, Map<string, Columns>>();

/**
 * A prepared statement whose columns are requested only once per connection: they cannot change, because PostgreSQL rejects a
 * prepared statement whose result columns have changed.
 */
class NamedQuery extends BaseQuery {
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
 * Creates the statement that starts every transaction: it sets `always` and one more setting until the transaction ends.
 * `always` must only contain constants from our code.
 */
export const scopeOf = (
  always: Readonly<Record<string, string | number>>,
): ((setting: string, value: string) => NamedStatement) => {
  const set = Object.entries(always).map(([name, value]) => `set_config('${name}', '${value}', true)`);
  const plain = `select ${[...set, 'set_config($1, $2, true)'].join(', ')}`;
  // Entering a tenant fails if the tenant is not served here, and makes anyone closing the tenant wait for this transaction.
  const entering = `${plain}, public.enter_tenant($2::text::bigint)`;
  return (setting, value) => {
    const text = setting === 'app.tenant_id' && value !== '' ? entering : plain;
    return { name: nameOf(text), text, values: [setting, value], types: pg.types };
  };
};

/** For each connection, names that were to be prepared but were not, because something before them failed. */
const skipped = new WeakMap<Wire, Set<string>>();

/** Tracks the statements of one round trip that a connection does not know yet, in order. */
class Parses {
  readonly #wire: Wire;
  readonly #waited: NamedStatement[];
  readonly #one = () => {
    const parsed = this.#waited.shift();
    if (!parsed) return;
    this.#wire.parsedStatements[parsed.name] = parsed.text;
    delete this.#wire.submittedNamedStatements[parsed.name];
  };

  constructor(wire: Wire, statements: readonly NamedStatement[]) {
    const { parsedStatements, submittedNamedStatements } = wire;
    this.#wire = wire;
    const known = (name: string) =>
      parsedStatements[name] !== undefined || submittedNamedStatements[name] !== undefined;
    this.#waited = [...new Map(statements.map((one) => [one.name, one])).values()].filter(
      ({ name }) => !known(name),
    );
    if (this.#waited.length > 0) wire.on('parseComplete', this.#one);
    // A pooler has registered the name anyway, and drops a connection that prepares it twice; a real server ignores this.
    const before = skipped.get(wire);
    for (const { name } of before ? this.#waited : [])
      if (before?.delete(name)) wire.close({ type: 'S', name });
  }

  /** Forgets what was not parsed because something before it failed, so that it is parsed when sent again. */
  end(): void {
    this.#wire.off('parseComplete', this.#one);
    if (this.#waited.length === 0) return;
    const left = skipped.get(this.#wire) ?? new Set();
    skipped.set(this.#wire, left);
    for (const { name } of this.#waited.splice(0)) {
      left.add(name);
      delete this.#wire.parsedStatements[name];
      delete this.#wire.submittedNamedStatements[name];
    }
  }
}

const NOTHING = { value: () => undefined };

/**
 * Sends several statements without a Sync in between: all run in one round trip and in order, each sees what was committed
 * before it started, and none runs after one that failed. Outside a transaction they share an implicit one. Only the rows of
 * the last one are kept.
 */
export class FollowingQuery extends NamedQuery {
  readonly #before: readonly NamedStatement[];
  readonly #last: NamedStatement;
  #awaited: number;
  #parses: Parses | undefined;

  constructor(before: readonly NamedStatement[], last: NamedStatement, callback: Finish) {
    super(last, callback);
    this.#before = before;
    this.#last = last;
    this.#awaited = before.length;
  }

  override prepare(wire: Wire): void {
    this.#parses = new Parses(wire, [...this.#before, this.#last]);
    const unsynced = Object.create(wire, { describe: NOTHING, sync: NOTHING });
    for (const statement of this.#before) new BaseQuery(statement, () => undefined).prepare(unsynced);
    super.prepare(wire);
  }

  override handleDataRow(message: unknown): void {
    if (this.#awaited === 0) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, wire: Wire): void {
    if (this.#awaited === 0) super.handleCommandComplete(message, wire);
    else this.#awaited -= 1;
  }

  override handleReadyForQuery(wire: Wire): void {
    this.#parses?.end();
    super.handleReadyForQuery(wire);
  }

  override handleError(error: Error, wire: Wire): void {
    this.#parses?.end();
    super.handleError(error, wire);
  }
}
