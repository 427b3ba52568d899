import { connect, createServer, type Socket } from 'node:net';

/** Startup parameters that pgbouncer accepts; it refuses a connection with any other. */
const TAKEN = ['user', 'database', 'application_name', 'client_encoding', 'datestyle', 'timezone'];
const SSL_REQUEST = 80_877_103;
const HEAD = 5;

const message = (type: string, body: Buffer | string = ''): Buffer => {
  const content = Buffer.from(body);
  const head = Buffer.alloc(HEAD);
  head.write(type);
  head.writeInt32BE(content.length + 4, 1);
  return Buffer.concat([head, content]);
};
const typeOf = (bytes: Buffer): string => String.fromCharCode(bytes[0] ?? 0);
/** Text from an offset up to its zero byte. */
const textAt = (bytes: Buffer, from: number): string => bytes.toString('utf8', from, bytes.indexOf(0, from));

/** Splits a stream into messages; `headless` while the first one has no type. */
function messages(received: (bytes: Buffer) => void, headless = false) {
  let left = Buffer.alloc(0);
  let first = headless;
  return (bytes: Buffer) => {
    left = Buffer.concat([left, bytes]);
    for (;;) {
      const at = first ? 0 : 1;
      if (left.length < at + 4) return;
      const end = at + left.readInt32BE(at);
      if (left.length < end) return;
      const one = left.subarray(0, end);
      left = left.subarray(end);
      if (first && one.readInt32BE(4) !== SSL_REQUEST) first = false;
      received(one);
    }
  };
}

type Backend = {
  socket: Socket;
  known: Set<string>;
  /** Statements whose parsing was requested and not yet reported, and whether the client requested it. */
  parsing: { name: string; asked: boolean }[];
  closing: number;
  client: ((bytes: Buffer) => void) | undefined;
};

/**
 * A pooler that lends a server connection for one transaction, each time the next one, and refuses what pgbouncer refuses.
 * `prepared`: it prepares a named statement on connections that lack it, as pgbouncer does since 1.21.
 */
export async function startPooler(databaseUrl: string, { prepared }: { prepared: boolean }) {
  const target = new URL(databaseUrl);
  const [user, database] = [decodeURIComponent(target.username), target.pathname.slice(1)];
  const texts = new Map<string, Buffer>();
  const idle: Backend[] = [];
  const all = new Set<Socket>();
  const used = new Set<Backend>();
  const waiting: ((backend: Backend) => void)[] = [];
  const MOST = 3;
  let opened = 0;

  const give = (backend: Backend) => {
    backend.client = undefined;
    const next = waiting.shift();
    if (next) next(backend);
    else idle.push(backend);
  };
  const answered = (backend: Backend) => (bytes: Buffer) => {
    const type = typeOf(bytes);
    if (type === '1' && backend.parsing.shift()?.asked === false) return;
    if (type === '3' && backend.closing > 0) {
      backend.closing -= 1;
      return;
    }
    backend.client?.(bytes);
    if (type !== 'Z') return;
    for (const { name } of backend.parsing.splice(0)) backend.known.delete(name);
    backend.closing = 0;
    if (bytes[HEAD] === 'I'.charCodeAt(0)) give(backend);
  };
  const open = () => {
    opened += 1;
    const socket = connect(Number(target.port), target.hostname);
    all.add(socket);
    socket.on('error', () => undefined);
    const backend: Backend = { socket, known: new Set(), parsing: [], closing: 0, client: undefined };
    socket.on('data', messages(answered(backend)));
    const fields = Buffer.from(`user\0${user}\0database\0${database}\0\0`);
    const head = Buffer.alloc(8);
    head.writeInt32BE(fields.length + 8, 0);
    head.writeInt32BE(196_608, 4);
    socket.write(Buffer.concat([head, fields]));
  };
  const take = (then: (backend: Backend) => void) => {
    const free = idle.shift();
    if (free) return then(free);
    waiting.push(then);
    if (opened < MOST) open();
  };

  /** A message as the backend should receive it. */
  const forwarded = (backend: Backend, bytes: Buffer): Buffer[] => {
    const type = typeOf(bytes);
    if (!prepared) return [bytes];
    if (type === 'P') {
      const name = textAt(bytes, HEAD);
      texts.set(name, bytes);
      const known = name !== '' && backend.known.has(name);
      backend.known.add(name);
      backend.parsing.push({ name, asked: true });
      if (!known) return [bytes];
      backend.closing += 1;
      return [message('C', `S${name}\0`), bytes];
    }
    const name =
      type === 'B'
        ? textAt(bytes, bytes.indexOf(0, HEAD) + 1)
        : type === 'D' && bytes[HEAD] === 'S'.charCodeAt(0)
          ? textAt(bytes, HEAD + 1)
          : '';
    const text = texts.get(name);
    if (name === '' || !text || backend.known.has(name)) return [bytes];
    backend.known.add(name);
    backend.parsing.push({ name, asked: false });
    return [text, bytes];
  };

  const server = createServer((near) => {
    all.add(near);
    let backend: Backend | undefined;
    let asked = false;
    let held: Buffer[] = [];
    let started = false;
    /** What this client has prepared, whether the server accepted it or not. */
    const own = new Set<string>();
    near.on('error', () => undefined);
    const pass = (bytes: Buffer) => {
      near.write(bytes);
      if (typeOf(bytes) === 'Z' && bytes[HEAD] === 'I'.charCodeAt(0)) {
        backend = undefined;
        asked = false;
      }
    };
    const send = (bytes: Buffer) => {
      if (!backend) {
        held.push(bytes);
        if (asked) return;
        asked = true;
        take((given) => {
          backend = given;
          used.add(given);
          given.client = pass;
          const now = held;
          held = [];
          for (const one of now) send(one);
        });
        return;
      }
      for (const one of forwarded(backend, bytes)) backend.socket.write(one);
    };
    /** A message rewritten as by pgbouncer, which keeps each client's names separate; undefined if it ends the connection. */
    const named = (bytes: Buffer): Buffer | undefined => {
      const type = typeOf(bytes);
      if (type === 'C' && bytes[HEAD] === 'S'.charCodeAt(0)) {
        own.delete(textAt(bytes, HEAD + 1));
        // The server's statement under that name is shared by all; closing nothing gets the same answer.
        return message('C', 'Snothing\0');
      }
      const name = type === 'P' ? textAt(bytes, HEAD) : '';
      if (own.has(name)) {
        near.end(message('E', 'SFATAL\0C08P01\0Mprepared statement name is already in use\0\0'));
        return undefined;
      }
      if (name !== '') own.add(name);
      return bytes;
    };
    const start = (bytes: Buffer) => {
      if (bytes.readInt32BE(4) === SSL_REQUEST) return near.write('N');
      const fields = bytes.toString('utf8', 8).split('\0');
      const refused = fields.filter((name, at) => at % 2 === 0 && name !== '' && !TAKEN.includes(name));
      if (refused.length > 0) {
        near.end(message('E', `SFATAL\0C08P01\0Munsupported startup parameter: ${refused[0]}\0\0`));
        return;
      }
      started = true;
      near.write(Buffer.concat([message('R', Buffer.alloc(4)), message('Z', 'I')]));
    };
    near.on(
      'data',
      messages((bytes) => {
        if (!started) start(bytes);
        else if (typeOf(bytes) === 'X') near.end();
        else {
          const kept = prepared ? named(bytes) : bytes;
          if (kept) send(kept);
        }
      }, true),
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const url = new URL(target);
  url.port = String(typeof address === 'object' && address ? address.port : 0);
  return {
    url: url.href,
    /** Server connections lent so far. */
    used: () => used.size,
    async stop() {
      for (const socket of all) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}
