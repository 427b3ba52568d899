import { type SmsMessage, SmsNotSent } from '../../platform/ports.ts';

/** The fate of a message according to its gateway's report; `passing` isn't final. */
export type SmsReport = { reference: string; outcome: 'delivered' | 'failed' | 'passing'; reason: string };

export type SmsOrder = Omit<SmsMessage, 'tenant'> & {
  /** Where reports for this message are sent; undefined = none are requested. */
  reportUrl: string | undefined;
};

/** What an HTTP status means if the gateway's own code says no more. */
const STATUSES: Readonly<Record<number, SmsNotSent['kind']>> = {
  // Concerns this one message: its number or its text.
  400: 'permanent',
  410: 'permanent',
  413: 'permanent',
  422: 'permanent',
  // Concerns our account or its configuration: someone has time to fix it.
  401: 'temporary',
  402: 'temporary',
  403: 'temporary',
  404: 'temporary',
  405: 'temporary',
  415: 'temporary',
  408: 'temporary',
  425: 'temporary',
  429: 'temporary',
  503: 'temporary',
};
export const kindOfStatus = (status: number): SmsNotSent['kind'] =>
  STATUSES[status] ?? (status >= 300 && status < 500 ? 'temporary' : 'unknown');

const ANSWER_MS = 10_000;
const MOST_BYTES = 64 * 1024;
/** No connection was ever established, so nothing was sent. */
const NEVER_SENT = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
];

export type SmsAnswer = { status: number; body: unknown };

/**
 * Calls a gateway. Throws `SmsNotSent`, with `unknown` if it may have accepted the message, for instance when it didn't answer
 * in time.
 */
export async function askGateway(url: string, init: RequestInit): Promise<SmsAnswer> {
  try {
    const answer = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(ANSWER_MS) });
    return { status: answer.status, body: jsonOf(await textOf(answer)) };
  } catch (error) {
    const { code = '' } = ((error as Error).cause ?? error) as { code?: string };
    const name = (error as Error).name === 'TimeoutError' ? 'TimeoutError' : code || (error as Error).message;
    throw new SmsNotSent(NEVER_SENT.includes(code) ? 'temporary' : 'unknown', `The SMS gateway: ${name}`);
  }
}

async function textOf(answer: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of answer.body ?? []) {
    size += part.length;
    if (size > MOST_BYTES) break;
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The value at a dot-separated path of names and positions, as text; undefined if there is none. */
export function textAt(value: unknown, place: string): string | undefined {
  let at: unknown = value;
  for (const name of place.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
    at = (at as Record<string, unknown>)[name];
  }
  return typeof at === 'string' || typeof at === 'number' || typeof at === 'boolean' ? String(at) : undefined;
}
