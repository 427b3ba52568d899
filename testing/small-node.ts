/**
 * A node that answers every request with number and id of its process, so that a test can have processes misbehave: `node
 * small-node.ts 2 unstartable`. Its primary is less patient than the product's.
 */
import cluster from 'node:cluster';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { createLog } from '../api/platform/log.ts';
import { PATIENCE, runProcesses } from '../api/platform/processes/primary.ts';
import { joinSiblings } from '../api/platform/processes/siblings.ts';

const [count = '2', way = 'well'] = process.argv.slice(2);
if (cluster.isPrimary) {
  const log = createLog({ logLevel: 'info' }, undefined, undefined, { process: 'primary', pid: process.pid });
  process.exit(await runProcesses(Number(count), log, { ...PATIENCE, silentLooks: 5, stopMs: 500 }));
}
if (way === 'unstartable') process.exit(3);
if (way === 'slow') await pause(60_000);
const { siblings, serving } = joinSiblings();
const server = createServer((_request, response) => {
  response.setHeader('connection', 'close').end(`${siblings.number} ${process.pid}`);
});
process.on('SIGTERM', () => {
  if (way !== 'deaf') process.exit(0);
});
server.listen(0, '127.0.0.1', () => serving(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
