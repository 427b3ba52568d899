import cluster from 'node:cluster';
import { availableParallelism } from 'node:os';
import { acquirerAccounts } from './payment/acquirers.ts';
import { loadConfig } from './platform/config.ts';
import { configured, refuseMisconfigured } from './platform/configured.ts';
import { readCommand } from './platform/processes/command.ts';
import { joinSiblings } from './platform/processes/siblings.ts';

/** Starts a node as in production: `node api/main.ts --role api|worker|all [--processes N|auto]`. */
const { config, processes } = configured(() => {
  const machine = { cores: availableParallelism(), databaseUrl: process.env.DATABASE_URL };
  const command = readCommand(process.argv.slice(2), machine);
  return { config: loadConfig(process.env, command.role, acquirerAccounts), processes: command.processes };
});
const { databaseUrl } = config;
if (processes > 1 && databaseUrl && cluster.isPrimary) {
  const { runNode } = await import('./primary.ts');
  process.exit(await runNode({ ...config, databaseUrl }, processes).catch(refuseMisconfigured));
}
// The primary serves no requests, so it doesn't load what only serving processes need.
const { serve } = await import('./serve.ts');
await serve(config, cluster.isWorker ? joinSiblings() : undefined);
