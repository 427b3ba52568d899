import sql from 'sql-template-tag';
import type { Platform } from '../platform/platform.ts';
import { MOST_HOSTS } from './check.ts';
import type { Catalogue, Kind } from './model.ts';
import type { Spot } from './parse.ts';
import { MOST_PROBLEMS } from './problems.ts';

export type DatabaseProblem = { spot: Spot; message: string; capacity: boolean };

type Taken = { kind: 'place' | 'class' | 'slot' | 'voucher'; key: string; taken: number };

/** Conflicts between a catalogue and the database: taken places, hosts of other tenants, unknown municipalities. */
export async function databaseProblems(
  platform: Platform,
  tenantId: number,
  catalogue: Catalogue,
): Promise<DatabaseProblem[]> {
  const problems: DatabaseProblem[] = [];
  const report = (
    kind: Kind | 'console',
    index: number,
    path: PropertyKey[],
    message: string,
    capacity = false,
  ) => {
    if (problems.length < MOST_PROBLEMS) problems.push({ spot: { kind, index, path }, message, capacity });
    else if (problems.length === MOST_PROBLEMS)
      problems.push({ spot: { kind: 'tenant', index: 0, path: [] }, message: 'e mais outros', capacity });
  };
  const rows = await platform.db.tenant(tenantId).many<Taken>(sql`
    select 'place' as kind, o.code || '/' || c.code || '/' || p.code as key, x.taken
    from offer_course_pole x
    join offer o on o.tenant_id = x.tenant_id and o.id = x.offer_id
    join course c on c.tenant_id = x.tenant_id and c.id = x.course_id
    join pole p on p.tenant_id = x.tenant_id and p.id = x.pole_id
    where x.tenant_id = ${tenantId} and x.taken > 0
    union all
    select 'class', o.code || '/' || a.code, a.taken from academic_class a
    join offer o on o.tenant_id = a.tenant_id and o.id = a.offer_id where a.tenant_id = ${tenantId} and a.taken > 0
    union all
    select 'slot', o.code || '/' || s.code, s.taken from schedule_slot s
    join offer o on o.tenant_id = s.tenant_id and o.id = s.offer_id where s.tenant_id = ${tenantId} and s.taken > 0
    union all
    select 'voucher', v.code, v.used from voucher v where v.tenant_id = ${tenantId} and v.used > 0`);
  const taken = new Map(rows.map((row) => [`${row.kind} ${row.key}`, row.taken]));
  const below = (key: string, capacity: number) => {
    const count = taken.get(key) ?? 0;
    return capacity < count ? `${count} are taken already` : undefined;
  };
  for (const [index, offer] of catalogue.offers.entries()) {
    for (const [at, { course, poles }] of offer.courses.entries()) {
      for (const [place, { pole, vacancies }] of poles.entries()) {
        const problem = below(`place ${offer.code}/${course}/${pole}`, vacancies);
        if (problem) report('offers', index, ['courses', at, 'poles', place, 'vacancies'], problem, true);
      }
    }
  }
  for (const [index, entry] of catalogue.classes.entries()) {
    const problem = below(`class ${entry.offer}/${entry.code}`, entry.slots);
    if (problem) report('classes', index, ['slots'], problem, true);
  }
  for (const [index, entry] of catalogue.schedules.entries()) {
    const problem = below(`slot ${entry.offer}/${entry.code}`, entry.capacity);
    if (problem) report('schedules', index, ['capacity'], problem, true);
  }
  for (const [index, entry] of catalogue.vouchers.entries()) {
    const problem = below(`voucher ${entry.code}`, entry.maxUses ?? Number.POSITIVE_INFINITY);
    if (problem) report('vouchers', index, ['maxUses'], problem, true);
  }
  const cities = await platform.db.global.many<{ id: number }>(sql`
    select id from city where id in (select jsonb_array_elements_text(${JSON.stringify(catalogue.poles.map((pole) => pole.city))}::jsonb)::int)`);
  const known = new Set(cities.map((city) => city.id));
  for (const [index, pole] of catalogue.poles.entries()) {
    if (!known.has(pole.city))
      report('poles', index, ['city'], `no municipality has the IBGE code ${pole.city}`);
  }
  // Any beyond this are already refused by the rules for files.
  for (const [index, { host }] of catalogue.hosts.slice(0, MOST_HOSTS).entries())
    if (await isOfAnother(platform, tenantId, host))
      report('hosts', index, ['host'], `${host} belongs to another tenant`);
  for (const [index, host] of catalogue.console.hosts.entries()) {
    if (await isOfAnother(platform, tenantId, host))
      report('console', 0, ['hosts', index], `${host} belongs to another tenant`);
    // A development machine has few names, so there the same name may serve both (spec 25.2.1).
    if (!platform.config.development && catalogue.hosts.some((entry) => entry.host === host))
      report('console', 0, ['hosts', index], BOTH);
  }
  return problems;
}

const BOTH = 'Um endereço não pode servir o portal do candidato e a equipe.';

/** True for a host, of the portal or of a console, that belongs to another tenant. */
async function isOfAnother(platform: Platform, tenantId: number, host: string): Promise<boolean> {
  const owner = await platform.db.lookup({ setting: 'app.host', value: host }).one(sql`
    select tenant_id from tenant_host where host = ${host} and tenant_id <> ${tenantId}
    union all select tenant_id from console_host where host = ${host} and tenant_id <> ${tenantId}`);
  return owner !== undefined;
}
