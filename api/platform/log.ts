import type { FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';
import type { Config } from './config.ts';
import { mask, masked } from './mask.ts';
import type { Siblings } from './processes/siblings.ts';
import { placeInTrace } from './tracing/spans.ts';

let lost = 0;
let watched = false;

/**
 * Writes to standard output, which may be a full disk or a closed pipe: the service continues without its log and reports later
 * how many lines were lost.
 */
const toStandardOutput = (line: string): void => {
  if (!watched) process.stdout.on('error', () => undefined);
  watched = true;
  process.stdout.write(line, (error) => {
    if (error) lost += 1;
    else if (lost > 0) {
      const missing = lost;
      lost = 0;
      toStandardOutput(`${JSON.stringify({ level: 40, missing, msg: 'log lines were lost' })}\n`);
    }
  });
};

/** Numeric value of the level `error` in pino; `fatal` is above it. */
const ERROR = 50;
/** Maximum length of a line: a line of truncated texts is never longer, even if every character is escaped. */
const LONGEST_LINE = 400_000;

const errorOf = (first: unknown): Error | undefined => {
  const error = typeof first === 'object' && first !== null && 'err' in first ? first.err : first;
  return error instanceof Error ? error : undefined;
};

/** Fields that identify one process among several in every line; null if the node is a single process. */
export const processOf = ({ number, of }: Pick<Siblings, 'number' | 'of'>) =>
  of > 1 ? { process: number, pid: process.pid } : null;

/**
 * Creates the log: JSON lines, by default on standard output. Every text in them is masked and truncated before it is written,
 * and then each line as a whole. Errors logged at level error or above are also passed to `onError`. Every line has the fields
 * of `base` and, if its call or job is traced, `trace_id` and `span_id`.
 */
export const createLog = (
  config: Pick<Config, 'logLevel'>,
  write: (line: string) => void = toStandardOutput,
  onError: (error: Error) => void = () => undefined,
  base: { process: number | 'primary'; pid: number } | null = null,
): FastifyBaseLogger =>
  pino(
    {
      level: config.logLevel,
      base,
      mixin: placeInTrace,
      timestamp: pino.stdTimeFunctions.isoTime,
      // Errors are converted along with all other fields, because pino's own serializer would expose what drivers attach.
      serializers: { err: (error: unknown) => error },
      formatters: { log: (fields) => masked(fields) as Record<string, unknown> },
      hooks: {
        logMethod(args, method, level) {
          const [first, ...rest] = args as [unknown, ...unknown[]];
          const error = errorOf(first);
          if (level >= ERROR && error) onError(error);
          const fields = first instanceof Error ? { err: first } : first;
          const words = rest.length === 0 && error ? [error.message] : rest;
          const plain = words.map(masked);
          method.apply(this, [typeof fields === 'string' ? masked(fields) : fields, ...plain] as never);
        },
      },
    },
    { write: (line: string) => write(mask(line, LONGEST_LINE)) },
  );
