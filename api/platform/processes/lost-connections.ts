import type { Worker } from 'node:cluster';

/** What Node's cluster sends along with a connection, and the acknowledgement once the process has accepted or refused it. */
type Internal = { act?: string; seq?: number; ack?: number };
type Handle = { close(): void };
type Sending = {
  send(message: Internal, handle?: Handle, ...rest: unknown[]): boolean;
  on(event: 'internalMessage', listener: (message: Internal) => void): void;
};

/**
 * Closes connections that were being handed to a process when it ended. Node's cluster keeps them open and forgets them
 * (`RoundRobinHandle.handoff`, Node.js 24), so their callers would wait in vain instead of retrying.
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
