import { AsyncLocalStorage } from 'node:async_hooks';

/** Attributes of a piece of work: words and numbers of the product, never what a person wrote or can be identified by. */
type Attributes = Readonly<Record<string, string | number | boolean>>;

/** A piece of work: `call` is an incoming call, `provider` an outgoing one, `database` a query, `work` anything done here. */
export type Part = {
  name: string;
  kind: 'call' | 'provider' | 'database' | 'work';
  attributes?: Attributes;
};

/** A piece of work that is being recorded. */
export interface Span {
  /** Ids in the log's format, so that a line leads to its trace. */
  readonly ids: { readonly trace_id: string; readonly span_id: string };
  /** Starts a part of it. */
  begin(part: Part): Span;
  /** Adds attributes. */
  say(attributes: Attributes): void;
  /** Marks it as failed, with an error code of the product, the database or the machine. */
  failed(word: string): void;
  end(): void;
}

/** Decides what is recorded, and sends it to the collector. */
export interface Recorder {
  /**
   * Starts a trace, or continues another service's if `parent` is its W3C `traceparent`. Undefined if it is not in the share
   * that is recorded.
   */
  begin(part: Part, parent?: string): Span | undefined;
  /**
   * Starts a trace for something caused by another trace; it is recorded because that one is. `origin` comes from `keptOrigin`;
   * the new trace is linked to it and to what is being recorded now.
   */
  follow(part: Part, origin: string): Span | undefined;
  /** Sends what was recorded, within two seconds. */
  close(): Promise<void>;
}

const under = new AsyncLocalStorage<Span | undefined>();

/** Maximum length of the word for a failure. */
const LONGEST_WORD = 60;
const WORD = /^[A-Z0-9][A-Z0-9_]*$/;

/**
 * Names a failure by its code (of the product, SQLSTATE, of the machine) or its class; its message may contain personal data.
 */
function wordOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return (WORD.test(code) ? code : error.constructor.name).slice(0, LONGEST_WORD);
}

/** Runs work within the given span and ends the span with it; without a span, whatever starts meanwhile belongs to none. */
export async function during<T>(span: Span | undefined, work: () => Promise<T>): Promise<T> {
  if (!span) return under.run(undefined, work);
  try {
    return await under.run(span, work);
  } catch (error) {
    span.failed(wordOf(error));
    throw error;
  } finally {
    span.end();
  }
}

/** Runs work within a span that somebody else ends; within none if it is undefined. */
export const within = <T>(span: Span | undefined, work: () => T): T => under.run(span, work);

/** Runs work as a part of the current span; if there is none, just runs it. */
export function inSpan<T>(part: Part, work: () => Promise<T>): Promise<T> {
  const span = under.getStore();
  return span ? during(span.begin(part), work) : work();
}

/** The current span, if any. */
export const currentSpan = (): Span | undefined => under.getStore();

/** Trace fields for a log line: `trace_id` and `span_id`, or nothing. */
export const placeInTrace = (): object => ({ ...under.getStore()?.ids });

/** The current span in W3C Trace Context format, to be stored beside what it wrote; undefined if nothing is recorded. */
export function keptOrigin(): string | undefined {
  const ids = under.getStore()?.ids;
  return ids && `00-${ids.trace_id}-${ids.span_id}-01`;
}
