import type { FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';
import type { Config } from './config.ts';

/** Eleven digits in a row or in groups, mail addresses, tokens: never readable in a log line (LGPD, spec 18). */
const MASKS: [RegExp, string][] = [
  [/\b\d{3}\.?\d{3}\.?\d{3}-?\d{2}\b/g, '[cpf]'],
  [/\b[\w.+-]+@[\w-]+\.[\w.-]+\b/g, '[e-mail]'],
  [/\(?\b\d{2}\)? ?9\d{4}-?\d{4}\b/g, '[phone]'],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]+\b/g, '[token]'],
  [/\bsvc_[\w-]+\b/g, '[token]'],
  [
    /(checkaccesskey|accesskey=|copia=|\/print\/|\/k\/|usertoken|reset-links|\/reset-password\/)([/=]?)[^/\s"'&]+/g,
    '$1$2[key]',
  ],
];

/** Takes personal data and secrets out of a text. */
export const mask = (text: string): string =>
  MASKS.reduce((masked, [what, by]) => masked.replace(what, by), text);

/** Of an error: what happened and where. Drivers attach rows, statements and parameters to theirs; those stay out. */
const KEPT = ['code', 'constraint', 'table', 'column', 'severity', 'syscall', 'responseCode'] as const;
/** Errors of class 22 quote the value that could not be read. */
const withoutValue = (text: string, state: unknown): string =>
  typeof state === 'string' && state.startsWith('22') ? text.replaceAll(/: ".*"/gs, ': […]') : text;

const plainError = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error;
  const own = error as Error & Partial<Record<(typeof KEPT)[number], unknown>>;
  return {
    type: error.constructor.name,
    message: withoutValue(error.message, own.code),
    stack: withoutValue(error.stack ?? '', own.code),
    ...Object.fromEntries(KEPT.filter((name) => own[name] !== undefined).map((name) => [name, own[name]])),
    ...(error.cause === undefined ? {} : { cause: plainError(error.cause) }),
  };
};

/** The number pino gives to `error`; `fatal` is above it. */
const ERROR = 50;

/**
 * The log: JSON lines, by default on standard output, every line masked as a whole. What is logged as an error is also
 * handed to `onError`.
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
      serializers: { err: plainError },
      hooks: {
        logMethod(args, method, level) {
          const [first] = args as [unknown];
          const error = typeof first === 'object' && first !== null && 'err' in first ? first.err : undefined;
          if (level >= ERROR && error instanceof Error) onError(error);
          method.apply(this, args);
        },
      },
    },
    { write: (line: string) => write(mask(line)) },
  );
