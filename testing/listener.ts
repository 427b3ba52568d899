import { performance } from 'node:perf_hooks';
import { WebSocket } from 'ws';
import type { Enrolling } from './enrolling.ts';
import type { Harness } from './harness.ts';

/** A candidate's financial socket; `received` = the time (`performance.now()`) at which the next event of a type arrives. */
export async function listenerOf(harness: Harness, who: Enrolling) {
  const { ticket } = (await who.client.call('POST /candidate/events/tickets', { body: {} })).body;
  const socket = new WebSocket(
    `${harness.url.replace('http', 'ws')}/orbita/api/candidate/events/financial?ticket=${ticket}`,
    { headers: { 'x-forwarded-host': 'cua.alfa.orbita.test' } },
  );
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  const received = (type: string): Promise<number> =>
    new Promise((resolve) => {
      socket.on('message', (data) => {
        if ((JSON.parse(String(data)) as { type: string }).type === type) resolve(performance.now());
      });
    });
  return { received, close: () => socket.close() };
}
