import type { FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';
import type { Config } from './config.ts';
import { mask, masked } from './mask.ts';

/** The number pino gives to `error`; `fatal` is above it. */
const ERROR = 50;
/** A line whose texts are cut already is never longer, even if every character is written as an escape. */
const LONGEST_LINE = 400_000;

const errorOf = (first: unknown): Error | undefined => {
  const error = typeof first === 'object' && first !== null && 'err' in first ? first.err : first;
  return error instanceof Error ? error : undefined;
};

/**
 * The log: JSON lines, by default on standard output. Every text in them is masked and cut before it is written down,
 * and each line once more as a whole. What is logged as an error is also handed to `onError`.
 */
export const createLog = (
  config: Pick<Config, 'logLevel'>,
  write: (line: string) => void = (line) => void process.stdout.write(line),
  onError: (error: Error) => void = () => undefined,
): FastifyBaseLogger =>
  pino(
    {
      level: config.logLevel,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      // Errors are made plain together with everything else; pino's own reading would show what drivers attach.
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
