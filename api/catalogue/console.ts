import { ROLES, WAYS_IN } from '@orbita/domain/staff';
import { HOST_NAME } from '@orbita/domain/tenancy';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Runner, Tx } from '../platform/database/types.ts';
import { field, section } from './described.ts';

export const hostName = z.string().regex(HOST_NAME, 'must be a host name in lower case');

const line = (most: number) => z.string().trim().min(1).max(most);

/**
 * The institution's own sign-in provider. Its issuer is compared character by character, so it must be written exactly as the
 * provider writes it.
 */
const providerShape = z.strictObject({
  name: line(60).describe('Name as people read it on the button.'),
  issuer: z
    .url({ protocol: /^https$/ })
    .max(300)
    .describe('Issuer, exactly as the provider writes it.'),
  clientId: line(200).describe('The console as the provider knows it.'),
  secretRef: z
    .string()
    .regex(/^[A-Z](?!.*_FOR$)[A-Z0-9_]{0,39}$/, 'must be a name like ALFA_EQUIPE_OIDC')
    .describe(
      'Name of the secret: ORBITA_SECRET_{NAME} on the servers holds it, and ORBITA_SECRET_{NAME}_FOR lets this tenant have it sent to the issuer.',
    ),
  scopes: z
    .array(z.string().regex(/^[\x21\x23-\x5B\x5D-\x7E]{1,200}$/, 'must be a scope without spaces'))
    .max(20)
    .default(['openid', 'profile', 'email'])
    .describe('Scopes that are asked for; openid is one of them.'),
  groupsClaim: line(100)
    .default('groups')
    .describe(
      'Claim that holds the groups of a person: texts, or objects with a `name`. Dots lead into a claim, as in `realm_access.roles`.',
    ),
  clientAuthentication: z
    .enum(['basic', 'post'], 'use basic, post')
    .nullable()
    .default(null)
    .describe(
      'Where the secret stands: basic (header) or post (form). Say it where the provider lists both but takes one; null = as its document says.',
    ),
  pkce: z
    .boolean()
    .default(true)
    .describe('false only for a provider that refuses PKCE; the nonce protects its sign-in then.'),
  strongAcr: z
    .array(line(200))
    .max(20)
    .default([])
    .describe(
      'Values of acr that the ID token carries only after a second step; without any here or in strongAmr no sign-in there is strong.',
    ),
  strongAmr: z
    .array(line(60))
    .max(20)
    .default([])
    .describe('Values of amr that the ID token carries only after a second step, such as mfa.'),
});

const groupShape = z.strictObject({
  group: line(200).describe('Name or id of the group, as the provider sends it.'),
  role: z.enum(ROLES, `use ${ROLES.join(', ')}`).describe('Role of its members.'),
  institutions: z
    .array(z.string().min(1).max(60))
    .min(1)
    .max(100)
    .nullable()
    .default(null)
    .describe('Institutions in which they have it; none = all.'),
});

/** The staff console of an institution (spec 25.20); like the tenant section, there is only one. */
export const consoleShape = section({
  hosts: field(
    z.array(hostName).max(10).default([]),
    'Host names of the console; unique in the installation, and in production of no candidates.',
  ),
  signIn: field(
    z
      .array(z.enum(WAYS_IN, `use ${WAYS_IN.join(', ')}`))
      .min(1)
      .nullable()
      .default(null),
    'Ways in, of idp, passkey and code; without it: idp alone where there is one, else passkey and code.',
  ),
  identityProvider: field(
    providerShape.nullable().default(null),
    'The institution’s own sign-in by OpenID Connect.',
  ),
  groups: field(
    z.array(groupShape).max(500).default([]),
    'What members of a group may do; asked anew with every sign-in.',
  ),
  otherConsoles: field(
    z
      .array(
        z.strictObject({
          name: z.string().trim().min(1).max(100).describe('Name of the link.'),
          url: z
            .url({ protocol: /^https?$/ })
            .max(200)
            .describe('Address of that console.'),
        }),
      )
      .max(20)
      .default([]),
    'Consoles of other tenants in which the same people work, offered as links.',
  ),
}).describe('Console of the institution’s team, Órbita Equipe; in one of the files.');

export type ConsoleEntry = z.output<typeof consoleShape>;

/** The console of a tenant whose catalogue has no console section. */
export const noConsole = (): ConsoleEntry => consoleShape.parse({});

type Complain = (path: PropertyKey[], message: string) => void;

/** Reports the problems within a console section itself. */
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

/** The stored console, or the default. */
export async function readConsole(on: Pick<Runner, 'one'>, tenantId: number): Promise<ConsoleEntry> {
  const row = await on.one<{ settings: object | null; hosts: string[] }>(sql`
    select (select c.settings from console c where c.tenant_id = ${tenantId}) as settings,
      array(select h.host from console_host h where h.tenant_id = ${tenantId} order by h.position) as hosts`);
  return consoleShape.parse({ ...row?.settings, hosts: row?.hosts ?? [] });
}

/** Writes a tenant's console; hosts that are no longer listed stop serving it. */
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
