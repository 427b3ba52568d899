import { connect, type Socket } from 'node:net';
import type { Wire } from './wire.ts';

export type Answer = { status: number; headers: Map<string, string>; body: string; ms: number };
/** Result: responses, the connection's end without one, or nothing within the time limit. */
export type Outcome = { answers: Answer[]; ended: 'answered' | 'closed' | 'silent' };

const BETWEEN_PIECES_MS = 5;
const NO_BODY = new Set([204, 304]);

type Parsed = { answer: Omit<Answer, 'ms'>; used: number; closes: boolean };

/** The first complete response in the received bytes, if there is one; `over` = no more will come. */
export function parseAnswer(read: Buffer, head: boolean, over: boolean): Parsed | undefined {
  const end = read.indexOf('\r\n\r\n');
  if (end === -1) return;
  const [first = '', ...lines] = read.subarray(0, end).toString('latin1').split('\r\n');
  const status = Number(first.split(' ')[1]);
  if (status >= 100 && status < 200 && status !== 101) {
    const next = parseAnswer(read.subarray(end + 4), head, over);
    return next && { ...next, used: next.used + end + 4 };
  }
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
    }),
  );
  const closes = headers.get('connection') === 'close' || status === 101;
  const from = end + 4;
  const made = (body: string, used: number): Parsed => ({ answer: { status, headers, body }, used, closes });
  if (head || NO_BODY.has(status) || status === 101) return made('', from);
  const length = headers.get('content-length');
  if (length !== undefined) {
    const until = from + Number(length);
    return read.length < until ? undefined : made(read.subarray(from, until).toString('utf8'), until);
  }
  if (headers.get('transfer-encoding') === 'chunked') {
    const parts: Buffer[] = [];
    for (let at = from; ; ) {
      const line = read.indexOf('\r\n', at);
      if (line === -1) return;
      const size = Number.parseInt(read.subarray(at, line).toString('latin1'), 16);
      if (read.length < line + 2 + size + 2) return;
      if (size === 0) return made(Buffer.concat(parts).toString('utf8'), line + 4);
      parts.push(read.subarray(line + 2, line + 2 + size));
      at = line + 4 + size;
    }
  }
  return over ? made(read.subarray(from).toString('utf8'), read.length) : undefined;
}

/** Successive connections to one port, each kept open while responses are as expected. */
export class Line {
  readonly #port: number;
  #socket: Socket | undefined;

  constructor(port: number) {
    this.#port = port;
  }

  #open(): Socket {
    const kept = this.#socket;
    if (kept && !kept.destroyed && kept.readyState === 'open') return kept;
    const socket = connect({ port: this.#port, host: '127.0.0.1', noDelay: true, allowHalfOpen: true });
    // A failure shows as the end of the connection.
    socket.on('error', () => undefined);
    this.#socket = socket;
    return socket;
  }

  close(): void {
    this.#socket?.destroy();
    this.#socket = undefined;
  }

  /** Sends and waits for the response; never throws. A request that is certain to end the connection gets its own. */
  send(wire: Wire, patienceMs: number): Promise<Outcome> {
    const fresh = wire.lawless || wire.end !== 'open';
    if (fresh) this.close();
    const socket = this.#open();
    const began = performance.now();
    return new Promise((done) => {
      const answers: Answer[] = [];
      let read: Buffer = Buffer.alloc(0);
      // A response may come before everything is sent: the rest must not mix with the next request.
      let written = false;
      const finish = (ended: Outcome['ended'], keep: boolean) => {
        clearTimeout(timer);
        socket.off('data', onData).off('end', over).off('close', over);
        if (!keep || fresh || !written) {
          socket.destroy();
          if (this.#socket === socket) this.#socket = undefined;
        }
        done({ answers, ended });
      };
      const take = (isOver: boolean): boolean => {
        for (;;) {
          const parsed = parseAnswer(read, wire.head, isOver);
          if (!parsed) return false;
          read = read.subarray(parsed.used);
          answers.push({ ...parsed.answer, ms: performance.now() - began });
          if (parsed.closes || answers.length >= wire.answers) {
            finish('answered', !parsed.closes && read.length === 0);
            return true;
          }
        }
      };
      const onData = (chunk: Buffer) => {
        read = read.length === 0 ? chunk : Buffer.concat([read, chunk]);
        take(false);
      };
      const over = () => {
        if (!take(true)) finish(answers.length > 0 ? 'answered' : 'closed', false);
      };
      const timer = setTimeout(() => finish('silent', false), patienceMs);
      socket.on('data', onData).on('end', over).on('close', over);
      void this.#write(socket, wire).then(() => {
        written = true;
        if (wire.end === 'drop') finish('closed', false);
        else if (wire.end === 'half') socket.end();
      });
    });
  }

  async #write(socket: Socket, { pieces }: Wire): Promise<void> {
    for (const [n, piece] of pieces.entries()) {
      if (n > 0) await new Promise((later) => setTimeout(later, BETWEEN_PIECES_MS));
      if (socket.destroyed || socket.writableEnded) return;
      await new Promise<void>((written) => socket.write(piece, () => written()));
    }
  }
}
