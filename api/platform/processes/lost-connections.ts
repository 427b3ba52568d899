import type { Worker } from 'node:cluster';

/** What Node's cluster sends with a connection, and what comes back once the process has taken or refused it. */
type Internal = { act?: string; seq?: number; ack?: number };
type Handle = { close(): void };
type Sending = {
  send(message: Internal, handle?: Handle, ...rest: unknown[]): boolean;
  on(event: 'internalMessage', listener: (message: Internal) => void): void;
};

/**
 * Closes what a process was being handed when it ended. Node's cluster keeps such connections open and forgets them
 * (`RoundRobinHandle.handoff`, Node.js 24), so their callers would wait in vain instead of asking again.
 */
export function closeLostConnections(worker: Worker): void {
  const handed = new Map<number, Handle>();
  const sending = worker.process as unknown as Sending;
  const send = sending.send.bind(sending);
  sending.send = (message, handle, ...rest) => {
    if (message.act === 'newconn' && message.seq !== undefined && handle) handed.set(message.seq, handle);
    return send(message, handle, ...rest);
  };
  sending.on('internalMessage', ({ ack }) => {
    if (ack !== undefined) handed.delete(ack);
  });
  worker.once('exit', () => {
    for (const handle of handed.values()) handle.close();
  });
}
