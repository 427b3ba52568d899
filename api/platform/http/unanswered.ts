import type { ClientRequest } from 'node:http';

/**
 * Calls `reject` when a request of `node:http` ends with neither an answer nor an error: after `101 Switching Protocols`, which
 * nobody asked for, Node only closes the connection, and whoever waits for the answer would wait forever.
 */
export function rejectUnanswered(sent: ClientRequest, reject: (error: Error) => void): void {
  let answered = false;
  sent.once('response', () => {
    answered = true;
  });
  sent.once('close', () => {
    if (!answered) reject(new Error('The connection was closed without an answer'));
  });
}
