import type { Header } from './headers.ts';
import type { Plan } from './plans.ts';

/** A request in bytes, piece by piece, and what to expect of it. */
export type Wire = {
  pieces: Buffer[];
  /** How sending ends: open for the response, this side closed, or the connection dropped at once. */
  end: 'open' | 'half' | 'drop';
  /** Number of responses if all goes well. */
  answers: number;
  /** The server may close without a response, or answer 400 in its own words: what it received is not HTTP. */
  lawless: boolean;
  head: boolean;
};

const CHUNK = 37;
const PIPELINED = 4;
const MUCH_HEAD = 40;
/** A header line must not end early: characters that would end it are removed. */
const oneLine = (text: string): string => text.replaceAll(/[\r\n\0]/g, '');
/** Node writes and reads headers as Latin-1; other characters become the bytes of their UTF-8. */
const bytesOf = (text: string): Buffer => Buffer.from(text, 'utf8');

function chunked(body: Buffer, odd: boolean): Buffer {
  const chunks: Buffer[] = [];
  for (let at = 0; at < body.length; at += CHUNK) {
    const piece = body.subarray(at, at + CHUNK);
    chunks.push(
      Buffer.from(`${piece.length.toString(16)}${odd ? ';a="b"' : ''}\r\n`),
      piece,
      Buffer.from('\r\n'),
    );
  }
  return Buffer.concat([...chunks, Buffer.from(odd ? '0\r\nx-trailer: a\r\n\r\n' : '0\r\n\r\n')]);
}

/** Turns a plan into bytes with its actor's credentials; `id` reappears in the response and in the log. */
export function wireOf(plan: Plan, proof: readonly Header[], id: string, address: string): Wire {
  const { framing } = plan;
  const body = plan.body?.bytes ?? Buffer.alloc(0);
  const own = new Set(plan.headers.map(([name]) => name));
  const hasBody =
    plan.body !== undefined || !['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE'].includes(plan.method);
  const version = framing === 'http/1.0' ? 'HTTP/1.0' : framing === 'odd version' ? 'HTTP/9.9' : 'HTTP/1.1';
  const length =
    framing === 'short' ? body.length + 10 : framing === 'long' ? Math.max(0, body.length - 5) : body.length;

  const headers: Header[] = [
    ...(framing === 'no host' ? [] : [['host', framing === 'odd host' ? 'a b:99999' : plan.host] as const]),
    ...(framing === 'two hosts' ? [['host', 'beta.orbita.test'] as const] : []),
    ...(own.has('x-request-id') ? [] : [['x-request-id', id] as const]),
    ...(own.has('x-forwarded-for') ? [] : [['x-forwarded-for', address] as const]),
    ...proof.filter(([name]) => !own.has(name)),
    ...plan.headers,
    ...(plan.body?.headers ?? []),
  ];
  const inChunks = framing === 'chunked' || framing === 'both';
  if (inChunks) headers.push(['transfer-encoding', 'chunked']);
  if (!inChunks || framing === 'both') {
    if (hasBody) headers.push(['content-length', String(length)]);
    if (framing === 'two lengths') headers.push(['content-length', String(length + 1)]);
  }
  const lines = headers.map(([name, value]) => `${name}: ${oneLine(value)}`);
  if (framing === 'odd header') lines.push('no colon here', 'x-nul: a\0b');
  if (framing === 'folded header') lines.push('x-folded: a', ' b');
  if (framing === 'much head') for (let n = 0; n < MUCH_HEAD; n++) lines.push(`x-${n}: ${'x'.repeat(1_000)}`);
  const newline = framing === 'bare newlines' ? '\n' : '\r\n';
  const head = bytesOf([`${plan.method} ${oneLine(plan.target)} ${version}`, ...lines, '', ''].join(newline));
  const content = inChunks ? chunked(body, framing === 'both') : body;

  const whole = Buffer.concat([head, content]);
  const lawless =
    !['length', 'chunked', 'dripped', 'pipelined', 'http/1.0'].includes(framing) ||
    !plan.straight ||
    // A target or header with bytes that HTTP does not allow, or headers larger than Node reads.
    /[^\x21-\x7e]/.test(plan.target) ||
    head.length > 14_000 ||
    plan.headers.some(([name]) => ['expect', 'upgrade', 'connection'].includes(name)) ||
    headers.some(([, value]) => /[^\t\x20-\x7e]/.test(value));
  const pipelined = framing === 'pipelined';
  return {
    pieces: pipelined
      ? [Buffer.concat(Array.from({ length: PIPELINED }, () => whole))]
      : framing === 'dripped'
        ? [0, 1, 2, 3].map((n) =>
            whole.subarray(Math.floor((whole.length * n) / 4), Math.floor((whole.length * (n + 1)) / 4)),
          )
        : [whole],
    end: framing === 'abandoned' ? 'drop' : ['short', 'http/1.0'].includes(framing) ? 'half' : 'open',
    answers: pipelined ? PIPELINED : 1,
    lawless,
    head: plan.method === 'HEAD',
  };
}
