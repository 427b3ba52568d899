import { setTimeout as pause } from 'node:timers/promises';
import { closeCodes } from '@orbita/protocol/messaging';
import type { FastifyInstance } from 'fastify';

/** Milliseconds between checks for connections whose last call was answered. */
const LOOK_MS = 100;
/**
 * Milliseconds in which a closing server still takes connections. The system opens them before this process takes them, one in each
 * turn of its event loop; it would reset those that are not taken, and what stands in front may not send their calls again.
 */
const TAKE_MS = 100;

/**
 * Closes the server: after a moment no new connections are accepted, WebSocket clients are told to reconnect elsewhere, and calls in progress
 * get `patienceMs` milliseconds before their connections are cut.
 */
export async function closeServer(app: FastifyInstance, patienceMs: number): Promise<void> {
  const cut = () => {
    app.server.closeAllConnections();
    for (const socket of app.websocketServer.clients) socket.terminate();
  };
  const idle = setInterval(() => app.server.closeIdleConnections(), LOOK_MS);
  const timer = setTimeout(cut, patienceMs);
  for (const socket of app.websocketServer.clients) socket.close(closeCodes.restart, 'restart');
  try {
    await pause(Math.min(TAKE_MS, patienceMs));
    await app.close();
  } finally {
    clearInterval(idle);
    clearTimeout(timer);
  }
}
