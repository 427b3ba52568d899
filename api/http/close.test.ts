import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import websocket from '@fastify/websocket';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { closeServer } from './close.ts';

it('answers calls on connections that were opened but not yet taken when it closes', async () => {
  const app = fastify();
  await app.register(websocket);
  app.get('/', async () => 'served');
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const lines = Array.from({ length: 20 }, () => connect(port, '127.0.0.1'));
  for (const line of lines) line.write('GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n');
  // The system opens them; this process has had no turn to take them.
  await new Promise((done) => process.nextTick(done));
  const answers = Promise.allSettled(lines.map((line) => text(line)));
  await closeServer(app, 5_000);
  const statuses = (await answers).map((one) =>
    one.status === 'fulfilled' ? one.value.slice(0, 12) : one.reason.code,
  );
  expect(statuses).toEqual(lines.map(() => expect.stringMatching(/^HTTP\/1\.1 (200|503)$/)));
});
