import { randomBytes } from 'node:crypto';
import { ROLES } from '@orbita/domain/staff';
import sql from 'sql-template-tag';
import { consolePage } from '../messaging/address.ts';
import type { Platform } from '../platform/platform.ts';
import { secretHash } from '../platform/secret-hash.ts';
import { tenantByAlias } from '../tenancy/hosts.ts';
import { writeGrants } from './grants.ts';
import { type StaffRow, staffColumns } from './store.ts';

type DemoInvite = { tenantId: number; staffId: number };

/** Invites that live as long as the process; in production nothing ever makes one. */
const invites = new WeakMap<Platform, Map<string, DemoInvite>>();

const PEOPLE = [
  { name: 'Ana Equipe', email: 'ana.equipe@equipe.test' },
  { name: 'Beto Equipe', email: 'beto.equipe@equipe.test' },
] as const;

/** The person of a demo invite; undefined for every other secret. */
export async function demoInvite(
  platform: Platform,
  tenantId: number,
  secret: string,
): Promise<StaffRow | undefined> {
  const found = platform.config.development ? invites.get(platform)?.get(secretHash(secret)) : undefined;
  if (found?.tenantId !== tenantId) return undefined;
  return platform.db.tenant(tenantId).one<StaffRow>(sql`
    select ${staffColumns} from staff s
    where s.tenant_id = ${tenantId} and s.id = ${found.staffId} and s.state <> 'disabled'`);
}

/**
 * Addresses by which two people enter the console of a demo tenant at once, with all roles; two, so that one can decide what
 * the other asked for (spec 25.2.2). @throws in production.
 */
export async function makeDemoInvites(platform: Platform, alias: string): Promise<string[]> {
  if (!platform.config.development) throw new Error('There is no demo in production');
  const tenant = await tenantByAlias(platform, alias);
  if (!tenant) throw new Error(`Unknown tenant ${alias}`);
  const now = platform.clock.now();
  const known = new Map<string, DemoInvite>();
  const addresses: string[] = [];
  for (const { name, email } of PEOPLE) {
    const staffId = await platform.db.write(tenant.id, async (tx) => {
      const staff = await tx.one<StaffRow>(sql`
        with s as (
          insert into staff (tenant_id, name, email, state, created_at, changed_at)
          values (${tx.tenantId}, ${name}, ${email}, 'invited', ${now}::timestamptz, ${now}::timestamptz)
          on conflict (tenant_id, email) do update set name = excluded.name returning *)
        select ${staffColumns} from s`);
      if (!staff) throw new Error('The person of the demo was not kept');
      const grants = ROLES.map((role) => ({ role }));
      await writeGrants(tx, staff, grants, { by: 'demo', now });
      return staff.id;
    });
    const secret = randomBytes(32).toString('base64url');
    known.set(secretHash(secret), { tenantId: tenant.id, staffId });
    addresses.push((await consolePage(platform, tenant.id, `/convite#${secret}`)) ?? '');
  }
  invites.set(platform, known);
  return addresses;
}
