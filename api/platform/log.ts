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
  [/(checkaccesskey|accesskey=|\/print\/|usertoken)([/=]?)[^/\s"'&]+/g, '$1$2[key]'],
];

/** Takes personal data and secrets out of a text. */
export const mask = (text: string): string =>
  MASKS.reduce((masked, [what, by]) => masked.replace(what, by), text);

/** The log: JSON lines on standard output, every line masked as a whole. */
export const createLog = (config: Pick<Config, 'logLevel'>): FastifyBaseLogger =>
  pino(
    { level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    { write: (line: string) => void process.stdout.write(mask(line)) },
  );
