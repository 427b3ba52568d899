import { AsyncLocalStorage } from 'node:async_hooks';

/** What is said of a piece of work: words and numbers of the product, never what a person wrote or is known by. */
type Attributes = Readonly<Record<string, string | number | boolean>>;

/** A piece of work: `call` came from outside, `provider` goes outside, `database` is asked, `work` is done here. */
export type Part = {
  name: string;
  kind: 'call' | 'provider' | 'database' | 'work';
  attributes?: Attributes;
};

/** A piece of work that is recorded while it is done. */
export interface Span {
  /** As the log names it, so that a line leads to its trace. */
  readonly ids: { readonly trace_id: string; readonly span_id: string };
  /** Begins a part of it. */
  begin(part: Part): Span;
  /** Says more of it. */
  say(attributes: Attributes): void;
  /** Says that it failed, by a word of the product, the database or the machine. */
  failed(word: string): void;
  end(): void;
}

/** Decides what is recorded, and sends it to the collector. */
export interface Recorder {
  /**
   * Begins a trace, or a part of one of another service, where `parent` is its W3C `traceparent`. Undefined where it is not among
   * the share that is recorded.
   */
  begin(part: Part, parent?: string): Span | undefined;
  /**
   * Begins a trace of what another one had caused, which is recorded because that one is. `origin` is that of `keptOrigin`; it and what
   * is recorded now are linked.
   */
  follow(part: Part, origin: string): Span | undefined;
  /** Sends what was recorded, within two seconds. */
  close(): Promise<void>;
}

const under = new AsyncLocalStorage<Span | undefined>();

/** Most characters of the word for a failure. */
const LONGEST_WORD = 60;
const WORD = /^[A-Z0-9][A-Z0-9_]*$/;

/** Names a failure by its code (of the product, SQLSTATE, of the machine) or its class; its message may be about somebody. */
function wordOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return (WORD.test(code) ? code : error.constructor.name).slice(0, LONGEST_WORD);
}

/** Does work as the given span, and ends that with it; without a span whatever is begun meanwhile belongs to none. */
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

/** Does what belongs to a span that somebody else ends; to none where it is undefined. */
export const within = <T>(span: Span | undefined, work: () => T): T => under.run(span, work);

/** Does work as a part of what is recorded now; only does it where nothing is. */
export function inSpan<T>(part: Part, work: () => Promise<T>): Promise<T> {
  const span = under.getStore();
  return span ? during(span.begin(part), work) : work();
}

/** The span that is recorded now. */
export const currentSpan = (): Span | undefined => under.getStore();

/** What a line of the log says of where it was written: `trace_id` and `span_id`, or nothing. */
export const placeInTrace = (): object => ({ ...under.getStore()?.ids });

/** A span as it is kept beside what it wrote, in the form of W3C Trace Context; undefined where nothing is recorded. */
export function keptOrigin(): string | undefined {
  const ids = under.getStore()?.ids;
  return ids && `00-${ids.trace_id}-${ids.span_id}-01`;
}
