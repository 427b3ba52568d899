/**
 * A node that answers every request with number and id of its process, so that a test can have processes misbehave: `node
 * small-node.ts 2 unstartable`. Its primary is less patient than the product's.
 */
import cluster from 'node:cluster';
import { writeSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { createLog } from '../api/platform/log.ts';
import { PATIENCE, runProcesses } from '../api/platform/processes/primary.ts';
import { joinSiblings } from '../api/platform/processes/siblings.ts';

const [count = '2', way = 'well'] = process.argv.slice(2);
if (cluster.isPrimary) {
  const log = createLog({ logLevel: 'info' }, undefined, undefined, { process: 'primary', pid: process.pid });
  const stopMs = way === 'busy' ? 60_000 : 500;
  process.exit(await runProcesses(Number(count), log, { ...PATIENCE, silentLooks: 5, stopMs }));
}
if (way === 'unstartable') process.exit(3);
if (way === 'slow') await pause(60_000);
const { siblings, serving } = joinSiblings();
const server = createServer((_request, response) => {
  response.setHeader('connection', 'close').end(`${siblings.number} ${process.pid}`);
});
/** Stops listening without having taken the connections that arrived meanwhile, and stays for a call that goes on. */
function stopListeningLate(): void {
  writeSync(1, `${JSON.stringify({ msg: 'stands still', pid: process.pid })}\n`);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
  server.close();
  process.on('SIGUSR2', () => process.exit(0));
  setInterval(() => undefined, 60_000);
}
process.on('SIGTERM', () => {
  if (way === 'busy') stopListeningLate();
  else if (way !== 'deaf') process.exit(0);
});
server.listen(0, '127.0.0.1', () => serving(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
