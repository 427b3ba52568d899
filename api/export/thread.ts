import { setPriority } from 'node:os';
import type { MessagePort } from 'node:worker_threads';
import { isAway } from '../platform/database/outage.ts';
import { openPostgres } from '../platform/database/postgres.ts';
import { TooBig } from './file.ts';
import { type Making, type Piece, piecesOf } from './pieces.ts';

/** Input of the thread: what to create, the address of the database, and the port on which pieces are requested. */
export type Task = { making: Making; url: string; port: MessagePort };

/** Reply of the thread to `more`: a piece, or the end. */
export type Said = { bytes: Uint8Array; rows: number } | { over: 'made' | 'too-big' | 'away' };

/** Pieces generated before they are requested. */
const AHEAD = 2;
/** Calls take precedence over files. On Linux the priority applies to a thread, elsewhere to the whole process. */
const NICE = 10;

const said = ({ bytes, rows }: Piece): Said => ({ bytes: new Uint8Array(bytes), rows });

/**
 * Creates a file over its own connection, one piece for each `more` on the port; `stop` or a closed port ends it. Throws what
 * reading throws.
 */
export default async function make({ making, url, port }: Task): Promise<void> {
  if (process.platform === 'linux') setPriority(0, NICE);
  const db = openPostgres({ url, pool: 1, readOnly: true });
  const pieces = piecesOf(db.tenant(making.walk.tenantId), making);
  let wanted = AHEAD;
  let stopped = false;
  let received = Promise.withResolvers<void>();
  const onReply = (stop: boolean) => {
    wanted += 1;
    stopped ||= stop;
    received.resolve();
    received = Promise.withResolvers();
  };
  port.on('message', (message) => onReply(message === 'stop'));
  port.on('close', () => onReply(true));
  try {
    for await (const piece of pieces) {
      const message = said(piece);
      port.postMessage(message, 'bytes' in message ? [message.bytes.buffer as ArrayBuffer] : []);
      wanted -= 1;
      while (wanted <= 0 && !stopped) await received.promise;
      if (stopped) return;
    }
    port.postMessage({ over: 'made' } satisfies Said);
  } catch (error) {
    // An error loses its class when it leaves a thread.
    const over = error instanceof TooBig ? 'too-big' : isAway(error) ? 'away' : undefined;
    if (!over) throw error;
    port.postMessage({ over } satisfies Said);
  } finally {
    port.removeAllListeners('close');
    // Messages already sent still arrive after this side closes the port.
    port.close();
    await db.close();
  }
}
