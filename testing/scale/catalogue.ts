import sql, { raw } from 'sql-template-tag';
import type { Platform } from '../../api/platform/platform.ts';

/** Tables of a tenant's catalogue, referenced ones first. */
const TABLES = [
  'institution',
  'tenant_host',
  'parameter',
  'support_contact',
  'course',
  'pole',
  'intake',
  'ingress_mode',
  'contract_template',
  'document_set',
  'document_rule',
  'questionnaire_template',
  'offer',
  'offer_course',
  'offer_course_pole',
  'essay_theme',
  'offer_essay_theme',
  'discipline',
  'elective_rule',
  'academic_class',
  'schedule_slot',
  'price_list',
  'price',
] as const;

/**
 * Copies the catalogue of one tenant to an empty one: keys begin with the tenant, so ids stay the same. Its hosts are named
 * `{alias}.{host}`; every course has enough places.
 */
export async function copyCatalogue(
  platform: Platform,
  from: number,
  to: { id: number; alias: string },
): Promise<void> {
  const copies: { table: string; rows: string }[] = [];
  for (const table of TABLES) {
    const row = await platform.db.tenant(from).one<{ rows: string }>(sql`
      select coalesce(jsonb_agg(to_jsonb(t) || jsonb_build_object('tenant_id', ${to.id}::bigint)), '[]')::text as rows
      from ${raw(table)} t where t.tenant_id = ${from}`);
    copies.push({ table, rows: row?.rows ?? '[]' });
  }
  await platform.db.write(to.id, async (tx) => {
    for (const { table, rows } of copies) {
      await tx.one(sql`
        insert into ${raw(table)} select * from jsonb_populate_recordset(null::${raw(table)}, (
          select coalesce(jsonb_agg(case when r ? 'host' then
            r || jsonb_build_object('host', ${to.alias}::text || '.' || (r ->> 'host')) else r end), '[]')
          from jsonb_array_elements(${rows}::jsonb) r))`);
    }
    await tx.one(sql`
      update offer_course_pole set vacancies = 10000000, taken = 0 where tenant_id = ${to.id}`);
  });
}

/**
 * Adds many offers to one intake, each with its own course, a pole and a price, to measure a search. Returns the total number.
 */
export async function seedOffers(platform: Platform, tenantId: number, count: number): Promise<void> {
  await platform.db.write(tenantId, async (tx) => {
    await tx.one(sql`
      create temp table extra on commit drop as
      select n, nextval('course_id_seq') as course_id, nextval('offer_id_seq') as offer_id,
        nextval('price_list_id_seq') as price_list_id, m.institution_id, m.intake_id, m.ingress_mode_id, m.contract_code,
        m.document_set_id, m.pole_id,
        (array['Administração', 'Ciência da Computação', 'Pedagogia', 'Gestão Pública', 'Engenharia Civil', 'História',
          'Física', 'Música', 'Logística', 'Estatística'])[1 + n % 10] || ' ' ||
        (array['Alfa', 'Beta', 'Gama', 'Delta', 'Épsilon'])[1 + n / 10 % 5] || ' ' || n as name
      from generate_series(1, ${count}::int) n, (
        select o.institution_id, o.intake_id, o.ingress_mode_id, o.contract_code, o.document_set_id, ocp.pole_id
        from offer o
        join ingress_mode im on im.tenant_id = o.tenant_id and im.id = o.ingress_mode_id
        join offer_course_pole ocp on ocp.tenant_id = o.tenant_id and ocp.offer_id = o.id
        where o.tenant_id = ${tenantId} and o.type = 1 and im.kind = 'online-essay' and o.active
        order by o.id, ocp.pole_id limit 1) m`);
    await tx.one(sql`
      insert into course (tenant_id, id, institution_id, code, name, search_name, level, modality)
      select ${tenantId}, course_id, institution_id, 'X' || n, name,
        translate(lower(name), 'áàâãéêíóôõúç', 'aaaaeeiooouc'), 1, (array['EaD', 'Presencial'])[1 + n % 2]
      from extra`);
    await tx.one(sql`
      insert into offer (tenant_id, id, institution_id, code, name, type, intake_id, ingress_mode_id, contract_code,
        document_set_id)
      select ${tenantId}, offer_id, institution_id, 'X' || n, name, 1, intake_id, ingress_mode_id, contract_code,
        document_set_id from extra`);
    await tx.one(sql`
      insert into offer_course (tenant_id, offer_id, course_id) select ${tenantId}, offer_id, course_id from extra`);
    await tx.one(sql`
      insert into offer_course_pole (tenant_id, offer_id, course_id, pole_id, vacancies)
      select ${tenantId}, offer_id, course_id, pole_id, 100000 from extra`);
    await tx.one(sql`
      insert into price_list (tenant_id, id, institution_id, course_id, intake_id)
      select ${tenantId}, price_list_id, institution_id, course_id, intake_id from extra`);
    await tx.one(sql`
      insert into price (tenant_id, price_list_id, code, kind, description, plan)
      select ${tenantId}, price_list_id, 'X' || n, 'enrollment', 'Matrícula', jsonb_build_array(30000 + n) from extra`);
  });
}
