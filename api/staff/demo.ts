import { randomBytes } from 'node:crypto';
import { ROLES, type Role } from '@orbita/domain/staff';
import sql from 'sql-template-tag';
import { consolePage } from '../messaging/address.ts';
import type { Platform } from '../platform/platform.ts';
import { secretHash } from '../platform/secret-hash.ts';
import { tenantByAlias } from '../tenancy/hosts.ts';
import { writeGrants } from './grants.ts';
import { type StaffRow, staffColumns } from './store.ts';

type DemoInvite = { tenantId: number; staffId: number };

/** Invites that live as long as the process; in production none is ever created. */
const invites = new WeakMap<Platform, Map<string, DemoInvite>>();

type Member = { name: string; email: string; roles: readonly Role[] };
/** Two members with all roles, so that one can decide what the other requested. */
const PAIR: readonly Member[] = [
  { name: 'Ana Equipe', email: 'ana.equipe@equipe.test', roles: ROLES },
  { name: 'Beto Equipe', email: 'beto.equipe@equipe.test', roles: ROLES },
];
/** Plus one member for each role. */
const TEAM: readonly Member[] = [
  ...PAIR,
  { name: 'Clara Banca', email: 'clara.banca@equipe.test', roles: ['banca'] },
  { name: 'Davi Secretaria', email: 'davi.secretaria@equipe.test', roles: ['secretaria'] },
  { name: 'Elza Financeiro', email: 'elza.financeiro@equipe.test', roles: ['financeiro'] },
  { name: 'Fábio Coordenação', email: 'fabio.coordenacao@equipe.test', roles: ['coordenacao'] },
  { name: 'Gil Atendimento', email: 'gil.atendimento@equipe.test', roles: ['atendimento'] },
  { name: 'Helena Entrevistas', email: 'helena.entrevistas@equipe.test', roles: ['entrevistas'] },
  { name: 'Ivo Gestão', email: 'ivo.gestao@equipe.test', roles: ['gestao'] },
  { name: 'Júlia Administração', email: 'julia.administracao@equipe.test', roles: ['administracao'] },
];

/** A member of the demo team, and the address that signs them in. */
export type DemoMember = { name: string; address: string };

/** The member for a demo invite; undefined for any other secret. */
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

/** Addresses that sign the members of a demo tenant's team in at once (spec 25.2.2). @throws in production. */
export async function makeDemoInvites(
  platform: Platform,
  alias: string,
  team: 'pair' | 'whole' = 'pair',
): Promise<DemoMember[]> {
  if (!platform.config.development) throw new Error('There is no demo in production');
  const tenant = await tenantByAlias(platform, alias);
  if (!tenant) throw new Error(`Unknown tenant ${alias}`);
  const now = platform.clock.now();
  const known = new Map<string, DemoInvite>();
  const members: DemoMember[] = [];
  for (const { name, email, roles } of team === 'whole' ? TEAM : PAIR) {
    const staffId = await platform.db.write(tenant.id, async (tx) => {
      const staff = await tx.one<StaffRow>(sql`
        with s as (
          insert into staff (tenant_id, name, email, state, created_at, changed_at)
          values (${tx.tenantId}, ${name}, ${email}, 'invited', ${now}::timestamptz, ${now}::timestamptz)
          on conflict (tenant_id, email) do update set name = excluded.name returning *)
        select ${staffColumns} from s`);
      if (!staff) throw new Error('The person of the demo was not kept');
      const grants = roles.map((role) => ({ role }));
      await writeGrants(tx, staff, grants, { by: 'demo', now });
      return staff.id;
    });
    const secret = randomBytes(32).toString('base64url');
    known.set(secretHash(secret), { tenantId: tenant.id, staffId });
    const address = (await consolePage(platform, tenant.id, `/convite#${secret}`)) ?? '';
    members.push({ name, address });
  }
  invites.set(platform, known);
  return members;
}
