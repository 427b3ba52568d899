import { closeCodes } from '@orbita/protocol/messaging';
import type { FastifyInstance } from 'fastify';

/** Milliseconds between checks for connections whose last call was answered. */
const LOOK_MS = 100;

/**
 * Closes the server: no new connections are accepted, WebSocket clients are told to reconnect elsewhere, and calls in progress
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
    await app.close();
  } finally {
    clearInterval(idle);
    clearTimeout(timer);
  }
}
