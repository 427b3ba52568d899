import { type PGlite, parse, protocol } from '@electric-sql/pglite';

const { serialize } = protocol;

type Messages = Awaited<ReturnType<PGlite['execProtocolStream']>>;
/** A statement that the engine knows by name. */
type Prepared = { name: string; types: number[]; columns: Messages };

/**
 * Milliseconds for which plans are kept. Nothing counts the rows of this engine behind the scenes, so a plan that was made while a table
 * was empty would read all of it for ever.
 */
const PLANS_MS = 5_000;

/** Nothing here is copied to another store after a statement: the engine writes to its folder, or to memory, by itself. */
const HERE = { syncToFs: false };

/**
 * Runs statements of an engine of one connection, each parsed and planned once: of short ones that is most of their time. Whoever
 * calls it holds the engine alone.
 */
export function preparedStatements(engine: PGlite) {
  const known = new Map<string, Prepared>();
  const send = (...parts: Uint8Array[]) => engine.execProtocolStream(Buffer.concat(parts), HERE);
  /** After a failure the engine reads on from here. */
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

  /** Rows of a statement; a value is null or in the form that the engine writes for the parameter's type. */
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
