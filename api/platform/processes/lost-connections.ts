import type { Worker } from 'node:cluster';

/** What Node's cluster sends along with a connection, the acknowledgement, and the end of a process's listening. */
type Internal = { act?: string; seq?: number; ack?: number; accepted?: boolean };
type Handle = { close(): void };
type Sending = {
  send(message: Internal, handle?: Handle, ...rest: unknown[]): boolean;
  on(event: 'internalMessage', listener: (message: Internal) => void): void;
};

/**
 * Closes connections that no process of a node will take. Node's cluster keeps open and forgets those that were being handed to a
 * process when it ended, and those that a process refused after the last one stopped listening (`RoundRobinHandle`, Node.js
 * 24), so their callers would wait in vain instead of retrying. Returns a function that looks after one more process.
 */
export function closeLostConnections(): (worker: Worker) => void {
  const listening = new Set<Worker>();
  /** Connections that are being handed over, with how often. */
  const handing = new Map<Handle, number>();
  /** Refused connections that the cluster would hand to another process. */
  const refused = new Set<Handle>();
  const closeRefused = () => {
    if (listening.size > 0) return;
    for (const handle of refused) handle.close();
    refused.clear();
  };
  return (worker) => {
    const handed = new Map<number, Handle>();
    const sending = worker.process as unknown as Sending; // Node's own, which has no types
    const send = sending.send.bind(sending);
    const settled = (seq: number): Handle | undefined => {
      const handle = handed.get(seq);
      if (!handed.delete(seq) || !handle) return undefined;
      const left = (handing.get(handle) ?? 1) - 1;
      if (left > 0) handing.set(handle, left);
      else handing.delete(handle);
      return handle;
    };
    sending.send = (message, handle, ...rest) => {
      if (message.act === 'newconn' && message.seq !== undefined && handle) {
        handed.set(message.seq, handle);
        handing.set(handle, (handing.get(handle) ?? 0) + 1);
        refused.delete(handle);
      }
      return send(message, handle, ...rest);
    };
    sending.on('internalMessage', ({ act, ack, accepted }) => {
      if (act === 'close') listening.delete(worker);
      const handle = ack === undefined ? undefined : settled(ack);
      // The cluster has already answered this message, so another process may have been given the connection.
      if (handle && !accepted && !handing.has(handle)) refused.add(handle);
      closeRefused();
    });
    worker.on('listening', () => listening.add(worker));
    worker.once('exit', () => {
      listening.delete(worker);
      for (const seq of [...handed.keys()]) settled(seq)?.close();
      closeRefused();
    });
  };
}
