import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { liveStreams } from '@orbita/protocol/messaging';
import { TEAM_EVENTS } from '@orbita/protocol/staff';
import fc from 'fast-check';
import { edited } from './edits.ts';
import { strangeText, writeJson } from './strange.ts';
import { CONSOLES } from './team.ts';

/** A frame of RFC 6455, valid or not. */
type Frame = {
  opcode: number;
  payload: Buffer;
  final: boolean;
  masked: boolean;
  reserved: number;
  length: number | undefined;
};
export type Dialogue = {
  path: string;
  /** `true` requests a valid ticket. */
  ticket: true | string;
  version: string;
  origin: string | undefined;
  frames: readonly Frame[];
  /** Disconnects at once instead of waiting for messages. */
  leaves: boolean;
};

const TEXT = 1;
const CONTINUATION = 0;
const BINARY = 2;
const CLOSE = 8;
const PING = 9;
/** Longer than the reply to a frame takes, shorter than anybody would wait. */
const LISTEN_MS = 40;
const PATIENCE_MS = 5_000;

const hello = edited(
  fc.constantFrom<unknown>({ lastEventId: '0' }, { lastEventId: '9007199254740993' }, { lastEventId: '' }),
).map((value) => Buffer.from(writeJson(value)));
const payload = fc.oneof(
  { weight: 6, arbitrary: hello },
  { weight: 2, arbitrary: strangeText.map((text) => Buffer.from(text)) },
  { weight: 2, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(4_095, 4_096, 4_097, 70_000).map((size) => Buffer.alloc(size, 0x20)),
  },
);
const frame: fc.Arbitrary<Frame> = fc.record({
  opcode: fc.oneof(
    { weight: 6, arbitrary: fc.constant(TEXT) },
    { weight: 3, arbitrary: fc.constantFrom(CONTINUATION, BINARY, CLOSE, PING, 10, 3, 15) },
  ),
  payload,
  final: fc.oneof({ weight: 9, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
  masked: fc.oneof({ weight: 9, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
  reserved: fc.oneof(
    { weight: 19, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 7 }) },
  ),
  length: fc.oneof(
    { weight: 19, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constantFrom(0, 126, 70_000, 2 ** 40) },
  ),
});

/** What a client may send to a live events socket, from the handshake on. */
export const dialogue: fc.Arbitrary<Dialogue> = fc.record({
  path: fc.constantFrom(...Object.values(liveStreams), TEAM_EVENTS).map((path) => `/orbita/api${path}`),
  ticket: fc.oneof(
    { weight: 3, arbitrary: fc.constant<true>(true) },
    { weight: 2, arbitrary: strangeText.map((text) => encodeURIComponent(text.toWellFormed())) },
    { weight: 1, arbitrary: fc.uuid() },
  ),
  version: fc.oneof(
    { weight: 9, arbitrary: fc.constant('13') },
    { weight: 1, arbitrary: fc.constantFrom('8', '', 'x', '99') },
  ),
  origin: fc.oneof(
    { weight: 5, arbitrary: fc.constant(undefined) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        'https://outro.test',
        'null',
        'http://',
        'http://cua.alfa.orbita.test',
        `http://${CONSOLES.alfa}`,
      ),
    },
  ),
  frames: fc.oneof(
    { weight: 8, arbitrary: fc.array(frame, { maxLength: 6 }) },
    { weight: 1, arbitrary: fc.array(frame, { minLength: 20, maxLength: 60 }) },
  ),
  leaves: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
});

function bytesOf({ opcode, payload, final, masked, reserved, length = payload.length }: Frame): Buffer {
  const first = (final ? 0x80 : 0) | (reserved << 4) | opcode;
  const bit = masked ? 0x80 : 0;
  const head =
    length < 126
      ? Buffer.from([first, bit | length])
      : length < 65_536
        ? Buffer.from([first, bit | 126, length >> 8, length & 255])
        : Buffer.concat([Buffer.from([first, bit | 127]), Buffer.alloc(8)]);
  if (length >= 65_536) head.writeBigUInt64BE(BigInt(length), 2);
  if (!masked) return Buffer.concat([head, payload]);
  const mask = randomBytes(4);
  return Buffer.concat([head, mask, payload.map((byte, n) => byte ^ (mask[n & 3] as number))]);
}

/** The code with which the other side closed, if it did. */
function closingOf(read: Buffer): number | undefined {
  for (let at = 0; at + 2 <= read.length; ) {
    const [first = 0, second = 0] = read.subarray(at, at + 2);
    const short = second & 0x7f;
    if (short === 127 || at + 4 > read.length) return undefined;
    const length = short === 126 ? read.readUInt16BE(at + 2) : short;
    const from = at + (short === 126 ? 4 : 2);
    if ((first & 15) === CLOSE && length >= 2) return read.readUInt16BE(from);
    at = from + length;
  }
  return undefined;
}

export type Held = {
  /** Of the handshake; 0 = closed without a response. */
  status: number;
  ms: number;
  head: string;
  /** Code with which an opened socket was closed; undefined if it stayed open. */
  closed: number | undefined;
};

/** Opens a socket, sends what is to be sent, and listens briefly. */
export function hold(
  port: number,
  host: string,
  said: Dialogue,
  ticket: string,
  address: string,
): Promise<Held> {
  const began = performance.now();
  return new Promise((done) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let read = Buffer.alloc(0);
    let head = '';
    let status = 0;
    let ms = 0;
    const finish = () => {
      clearTimeout(timer);
      socket.destroy();
      done({ status, ms: ms || performance.now() - began, head, closed: closingOf(read) });
    };
    const timer = setTimeout(finish, PATIENCE_MS);
    socket.on('error', () => undefined).once('close', finish);
    socket.on('data', (chunk) => {
      read = Buffer.concat([read, chunk]);
      const end = read.indexOf('\r\n\r\n');
      if (status > 0 || end === -1) return;
      head = read.subarray(0, end).toString('latin1');
      read = read.subarray(end + 4);
      status = Number(head.split(' ')[1]);
      ms = performance.now() - began;
      if (status !== 101 || said.leaves) return finish();
      socket.write(Buffer.concat(said.frames.map(bytesOf)));
      setTimeout(finish, LISTEN_MS);
    });
    const lines = [
      `GET ${said.path}?ticket=${ticket} HTTP/1.1`,
      `host: ${host}`,
      'connection: upgrade',
      'upgrade: websocket',
      `sec-websocket-key: ${randomBytes(16).toString('base64')}`,
      `sec-websocket-version: ${said.version}`,
      `x-forwarded-for: ${address}`,
      ...(said.origin === undefined ? [] : [`origin: ${said.origin}`]),
    ];
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  });
}
