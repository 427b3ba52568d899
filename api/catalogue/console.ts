import { ROLES, WAYS_IN } from '@orbita/domain/staff';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Runner, Tx } from '../platform/database/types.ts';

/** A host name in lower case, as browsers send it. */
export const hostName = z
  .string()
  .regex(/^[a-z0-9](?:[a-z0-9.-]{0,252}(?<![.-]))$/, 'must be a host name in lower case');

const line = (most: number) => z.string().trim().min(1).max(most);

/** The institution's own sign-in; its issuer is compared to the letter, so it is written as the provider writes it. */
const providerShape = z.strictObject({
  name: line(60),
  issuer: z.url({ protocol: /^https$/ }).max(300),
  clientId: line(200),
  secretRef: z.string().regex(/^[A-Z](?!.*_FOR$)[A-Z0-9_]{0,39}$/, 'must be a name like ALFA_EQUIPE_OIDC'),
  scopes: z
    .array(z.string().regex(/^[\x21\x23-\x5B\x5D-\x7E]{1,200}$/, 'must be a scope without spaces'))
    .max(20)
    .default(['openid', 'profile', 'email']),
  groupsClaim: line(100).default('groups'),
  clientAuthentication: z.enum(['basic', 'post'], 'use basic, post').nullable().default(null),
  pkce: z.boolean().default(true),
  strongAcr: z.array(line(200)).max(20).default([]),
  strongAmr: z.array(line(60)).max(20).default([]),
});

const groupShape = z.strictObject({
  group: line(200),
  role: z.enum(ROLES, `use ${ROLES.join(', ')}`),
  institutions: z.array(z.string().min(1).max(60)).min(1).max(100).nullable().default(null),
});

/** The console of the institution's team (spec 25.20): one of a tenant, as the tenant itself. */
export const consoleShape = z.strictObject({
  hosts: z.array(hostName).max(10).default([]),
  signIn: z
    .array(z.enum(WAYS_IN, `use ${WAYS_IN.join(', ')}`))
    .min(1)
    .nullable()
    .default(null),
  identityProvider: providerShape.nullable().default(null),
  groups: z.array(groupShape).max(500).default([]),
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
export function consoleProblems(
  { hosts, signIn, identityProvider, groups }: ConsoleEntry,
  complain: Complain,
): void {
  if (!identityProvider && signIn?.includes('idp'))
    complain(['signIn', signIn.indexOf('idp')], 'idp needs identityProvider');
  if (!identityProvider && groups.length > 0) complain(['groups'], 'groups need identityProvider');
  if (identityProvider && !identityProvider.scopes.includes('openid'))
    complain(['identityProvider', 'scopes'], 'openid is missing');
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
