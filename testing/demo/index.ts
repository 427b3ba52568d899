import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import type { Platform } from '../../api/platform/platform.ts';
import type { DemoMember } from '../../api/staff/demo.ts';
import { Client } from '../client.ts';
import { fillPast } from './fill.ts';
import { openPast } from './stage.ts';
import { demoTasks } from './tasks.ts';

export type Demo = {
  live: Platform;
  environment: Record<string, string | undefined>;
  /** A port of this machine for the past, beside those of the product. */
  port: number;
  operationsToken: string;
  members: readonly DemoMember[];
  progress: {
    /** Prints a permanent line. */
    say: (text: string) => void;
    /** Sets the moving line, if there is one; undefined removes it. */
    show: (text: string | undefined) => void;
  };
};

const markOf = ({ config }: Platform) => join(config.dataDir, 'demo-filled');

/** Whether to fill the demo: not with `ORBITA_DEMO=empty`, not twice, and never when there are already applications. */
export async function wantsDemo(live: Platform, setting: string | undefined): Promise<boolean> {
  if (setting === 'empty' || existsSync(markOf(live))) return false;
  for (const tenantId of await live.db.tenantIds()) {
    const any = await live.db.tenant(tenantId).one(sql`
      select 1 from subscription where tenant_id = ${tenantId} limit 1`);
    if (any) return false;
  }
  return true;
}

/** Prints what to try first, once there is something to try. */
export async function showTasks({ live, operationsToken, members, port }: Demo): Promise<void> {
  const operationsOf = (alias: string) => {
    const client = new Client(live.address.url ?? `http://localhost:${port}`, `${alias}.localhost`);
    client.headers = { authorization: `Bearer ${operationsToken}`, 'x-tenant-alias': alias };
    return client;
  };
  if (!existsSync(markOf(live))) return;
  const tasks = await demoTasks({ operationsOf }, members);
  const table = (rows: readonly (readonly [string, string])[]) => {
    const width = Math.max(...rows.map(([what]) => what.length));
    return rows.map(([what, address]) => `  ${what.padEnd(width)}  ${address}`).join('\n');
  };
  // The first two have every role and are printed with the addresses of the product.
  const roles = members.slice(2);
  console.log(`
  Para experimentar:

${table(tasks.map(({ task, address }) => [task, address]))}

  Ou entre como quem tem uma função só:

${table(roles.map(({ name, address }) => [name, address]))}
`);
}

/** A moving line on a terminal; elsewhere a line at every fifth of the work. */
function progressLine({ say, show }: Demo['progress']): (done: number, of: number) => void {
  let said = 0;
  return (done, of) => {
    const text = `Demonstração: ${done} de ${of} dias`;
    if (process.stdout.isTTY) show(done === of ? undefined : text);
    else if (done * 5 >= (said + 1) * of) {
      said += 1;
      say(text);
    }
  };
}

/**
 * Fills the demo behind the running product: about a hundred people over six weeks, who did everything by calls. Visitors are
 * served meanwhile. A part that fails is named and left out.
 */
export async function fillDemo(demo: Demo): Promise<void> {
  const { live } = demo;
  const { say } = demo.progress;
  say('Preenchendo a demonstração; os endereços acima já funcionam…');
  const past = await openPast(live, demo);
  try {
    const refused = await fillPast(past, live.clock.now().getTime(), progressLine(demo.progress));
    for (const { name, error } of refused)
      say(`Ficou pelo caminho: ${name} (${error.message.slice(0, 120)})`);
    writeFileSync(markOf(live), live.clock.now().toISOString());
    say('Demonstração pronta.');
  } catch (error) {
    say(`A demonstração não pôde ser completada: ${(error as Error).message}. npm run db:reset recomeça.`);
  } finally {
    await past.close();
  }
  await showTasks(demo).catch((error: Error) => say(`Sem sugestões para experimentar: ${error.message}`));
}
