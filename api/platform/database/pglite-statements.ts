import { type PGlite, parse, protocol } from '@electric-sql/pglite';

const { serialize } = protocol;

type Messages = Awaited<ReturnType<PGlite['execProtocolStream']>>;
/** A statement that the engine knows by name. */
type Prepared = { name: string; types: number[]; columns: Messages };

/**
 * Milliseconds for which plans are kept. This engine has no autovacuum to update its statistics, so a plan made while a table
 * was empty would scan the whole table forever.
 */
const PLANS_MS = 5_000;

/** No copying to another store after a statement: the engine writes to its folder, or to memory, by itself. */
const HERE = { syncToFs: false };

/**
 * Runs statements on a single-connection engine, parsing and planning each only once: for short statements that is most of the
 * time. The caller must have exclusive use of the engine.
 */
export function preparedStatements(engine: PGlite) {
  const known = new Map<string, Prepared>();
  const send = (...parts: Uint8Array[]) => engine.execProtocolStream(Buffer.concat(parts), HERE);
  /** After an error, the engine resumes reading at the Sync. */
  const closing = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } finally {
      await send(serialize.sync());
    }
  };

  let plannedAt = performance.now();
  const planAnew = async (): Promise<void> => {
    const now = performance.now();
    if (now - plannedAt < PLANS_MS) return;
    plannedAt = now;
    await closing(() => send(serialize.query('discard plans')));
  };

  async function prepare(text: string): Promise<Prepared> {
    const name = `s${known.size + 1}`;
    const answer = await closing(() =>
      send(serialize.parse({ name, text }), serialize.describe({ type: 'S', name })),
    );
    const made = {
      name,
      types: parse.parseDescribeStatementResults(answer),
      columns: answer.filter((one) => one.name === 'rowDescription'),
    };
    known.set(text, made);
    return made;
  }

  /** Returns the rows of a statement; a value is null or serialised for the parameter's type. */
  return async function run<T>(text: string, values: readonly unknown[]): Promise<T[]> {
    await planAnew();
    const { name, types, columns } = known.get(text) ?? (await prepare(text));
    const written = values.map((value, at) => {
      if (value === null || value === undefined) return null;
      const write = engine.serializers[types[at] ?? 0];
      return write ? write(value) : String(value);
    });
    const answer = await closing(() =>
      send(serialize.bind({ statement: name, values: written }), serialize.execute({})),
    );
    return (parse.parseResults([...columns, ...answer], engine.parsers)[0]?.rows ?? []) as T[];
  };
}
