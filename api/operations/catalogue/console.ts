import { WAYS_IN } from '@orbita/domain/staff';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Runner, Tx } from '../../platform/database/types.ts';

/** A host name in lower case, as browsers send it. */
export const hostName = z
  .string()
  .regex(/^[a-z0-9](?:[a-z0-9.-]{0,252}(?<![.-]))$/, 'must be a host name in lower case');

/** The console of the institution's team (spec 25.20): one of a tenant, as the tenant itself. */
export const consoleShape = z.strictObject({
  hosts: z.array(hostName).max(10).default([]),
  signIn: z
    .array(z.enum(WAYS_IN, `use ${WAYS_IN.join(', ')}`))
    .min(1)
    .nullable()
    .default(null),
  otherConsoles: z
    .array(
      z.strictObject({
        name: z.string().trim().min(1).max(100),
        url: z.url({ protocol: /^https?$/ }).max(200),
      }),
    )
    .max(20)
    .default([]),
});

export type ConsoleEntry = z.output<typeof consoleShape>;

/** A tenant whose catalogue says nothing of a console. */
export const noConsole = (): ConsoleEntry => consoleShape.parse({});

type Complain = (path: PropertyKey[], message: string) => void;

/** Problems of a console that its own lines show. */
export function consoleProblems({ hosts }: ConsoleEntry, complain: Complain): void {
  for (const [index, host] of hosts.entries())
    if (hosts.indexOf(host) !== index) complain(['hosts', index], `${host} is there twice`);
}

/** The console as it was written, or the default. */
export async function readConsole(on: Pick<Runner, 'one'>, tenantId: number): Promise<ConsoleEntry> {
  const row = await on.one<{ settings: object | null; hosts: string[] }>(sql`
    select (select c.settings from console c where c.tenant_id = ${tenantId}) as settings,
      array(select h.host from console_host h where h.tenant_id = ${tenantId} order by h.position) as hosts`);
  return consoleShape.parse({ ...row?.settings, hosts: row?.hosts ?? [] });
}

/** Writes the console of a tenant; hosts that are no longer named serve it no more. */
export async function writeConsole(tx: Tx, { hosts, ...settings }: ConsoleEntry): Promise<void> {
  await tx.many(sql`
    insert into console (tenant_id, settings) values (${tx.tenantId}, ${JSON.stringify(settings)}::jsonb)
    on conflict (tenant_id) do update set settings = excluded.settings returning tenant_id`);
  await tx.many(sql`
    delete from console_host where tenant_id = ${tx.tenantId} and host <> all(${hosts}::text[]) returning host`);
  await tx.many(sql`
    insert into console_host (tenant_id, host, position)
    select ${tx.tenantId}::bigint, host, at from unnest(${hosts}::text[]) with ordinality as named (host, at)
    on conflict (tenant_id, host) do update set position = excluded.position returning host`);
}
