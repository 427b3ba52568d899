import sql from 'sql-template-tag';
import type { Runner } from '../platform/database/types.ts';
import { readConsole } from './console.ts';
import {
  type Asset,
  type Catalogue,
  type Entry,
  emptyCatalogue,
  type Kind,
  type TenantEntry,
} from './model.ts';

type Settings = Record<string, unknown>;
type Parameters = (level: string, ownerId: number) => Settings;
type WithId<K extends Kind> = Omit<Entry<K>, 'parameters'> & { id: number };
type Read = <T>(query: ReturnType<typeof sql>) => Promise<T[]>;

const readParameters = async (read: Read, tenantId: number): Promise<Parameters> => {
  const rows = await read<{ level: string; owner_id: number; internal_value: string; value: unknown }>(sql`
    select level, owner_id, internal_value, value from parameter
    where tenant_id = ${tenantId} and internal_value <> 'PaymentSettings'`);
  const found = new Map<string, Settings>();
  for (const row of rows) {
    const key = `${row.level}:${row.owner_id}`;
    found.set(key, { ...found.get(key), [row.internal_value]: row.value });
  }
  return (level, ownerId) => found.get(`${level}:${ownerId}`) ?? {};
};

const withParameters = <K extends 'institutions' | 'hosts' | 'offers'>(
  rows: WithId<K>[],
  level: string,
  given: Parameters,
) => rows.map(({ id, ...row }) => ({ ...row, parameters: given(level, id) })) as unknown as Entry<K>[];

const readPlaces = async (catalogue: Catalogue, read: Read, tenantId: number, given: Parameters) => {
  catalogue.institutions = withParameters<'institutions'>(
    await read(sql`
      select id, code, acronym, name, alias, charge_full_sale_amount as "chargeFullSaleAmount",
        semester_full_sale_amount as "semesterFullSaleAmount", subscription_login_disabled as "subscriptionLoginDisabled",
        google_tag_manager_id as "googleTagManagerId", google_optimize_id as "googleOptimizeId",
        introduction_video as "introductionVideo", payment
      from institution where tenant_id = ${tenantId} and retired_at is null order by id`),
    'institution',
    given,
  );
  catalogue.hosts = withParameters<'hosts'>(
    await read(sql`
      select h.id, h.host, h.application, i.code as institution, h.theme, h.captcha_key as "captchaKey",
        h.captcha_secret as "captchaSecret", h.social
      from tenant_host h left join institution i on i.tenant_id = h.tenant_id and i.id = h.institution_id
      where h.tenant_id = ${tenantId} and h.retired_at is null order by h.id`),
    'host',
    given,
  );
  catalogue.poles = await read(sql`
    select p.code, i.code as institution, p.description, p.city_id as city, p.address, p.kind
    from pole p join institution i on i.tenant_id = p.tenant_id and i.id = p.institution_id
    where p.tenant_id = ${tenantId} and p.retired_at is null order by p.id`);
  catalogue.courses = await read(sql`
    select c.code, i.code as institution, c.name, c.level, c.modality, c.description, c.duration
    from course c join institution i on i.tenant_id = c.tenant_id and i.id = c.institution_id
    where c.tenant_id = ${tenantId} and c.retired_at is null order by c.id`);
  catalogue.support = await read(sql`
    select i.code as institution, s.title, s.description, s.phone, s.message, s.hours
    from support_contact s join institution i on i.tenant_id = s.tenant_id and i.id = s.institution_id
    where s.tenant_id = ${tenantId} order by s.institution_id`);
};

const readTemplates = async (catalogue: Catalogue, read: Read, tenantId: number) => {
  catalogue.intakes = await read(sql`
    select k.code, i.code as institution, k.start_date as start, k.end_date as "end", k.class_start_date as "classStart", k.suspended
    from intake k join institution i on i.tenant_id = k.tenant_id and i.id = k.institution_id
    where k.tenant_id = ${tenantId} and k.retired_at is null order by k.id`);
  catalogue.ingressModes = await read(sql`
    select code, name, kind, use_disciplines as "useDisciplines" from ingress_mode
    where tenant_id = ${tenantId} and retired_at is null order by id`);
  catalogue.contracts = await read(sql`
    select distinct on (code) code, title, html from contract_template
    where tenant_id = ${tenantId} order by code, version desc`);
  catalogue.documentSets = await read(sql`
    select s.code, (
      select coalesce(jsonb_agg(jsonb_build_object('code', r.code, 'name', r.name, 'help', r.help, 'stage', r.stage,
        'required', r.required, 'when', r.condition, 'acceptsXlsx', r.accepts_xlsx,
        'coveredBy', r.covered_by) order by r.position), '[]')
      from document_rule r where r.tenant_id = s.tenant_id and r.document_set_id = s.id) as items
    from document_set s where s.tenant_id = ${tenantId} and s.retired_at is null order by s.id`);
  catalogue.questionnaires = await read(sql`
    select code, sections, approval from questionnaire_template
    where tenant_id = ${tenantId} and retired_at is null order by id`);
  catalogue.essayThemes = await read(sql`
    select code, title, texts from essay_theme where tenant_id = ${tenantId} and retired_at is null order by id`);
};

const readOffers = async (catalogue: Catalogue, read: Read, tenantId: number, given: Parameters) => {
  catalogue.offers = withParameters<'offers'>(
    await read(sql`
      select o.id, o.code, i.code as institution, o.name, o.type, k.code as intake, m.code as "ingressMode", (
          select coalesce(jsonb_agg(jsonb_build_object('course', c.code, 'poles', places.poles) order by oc.position), '[]')
          from offer_course oc
          join course c on c.tenant_id = oc.tenant_id and c.id = oc.course_id
          join lateral (
            select jsonb_agg(jsonb_build_object('pole', p.code, 'vacancies', ocp.vacancies) order by p.id) as poles
            from offer_course_pole ocp join pole p on p.tenant_id = ocp.tenant_id and p.id = ocp.pole_id
            where ocp.tenant_id = oc.tenant_id and ocp.offer_id = oc.offer_id and ocp.course_id = oc.course_id
              and ocp.retired_at is null) places on places.poles is not null
          where oc.tenant_id = o.tenant_id and oc.offer_id = o.id) as courses, (
          select coalesce(jsonb_agg(t.code order by t.id), '[]')
          from offer_essay_theme ot join essay_theme t on t.tenant_id = ot.tenant_id and t.id = ot.essay_theme_id
          where ot.tenant_id = o.tenant_id and ot.offer_id = o.id) as "essayThemes",
        o.contract_code as contract, d.code as documents, q.code as questionnaire, o.interview,
        o.requires_class as "requiresClass", o.warning_popup as "warningPopup",
        o.required_schooling as "requiredSchooling", o.active
      from offer o
      join institution i on i.tenant_id = o.tenant_id and i.id = o.institution_id
      join intake k on k.tenant_id = o.tenant_id and k.id = o.intake_id
      join ingress_mode m on m.tenant_id = o.tenant_id and m.id = o.ingress_mode_id
      left join document_set d on d.tenant_id = o.tenant_id and d.id = o.document_set_id
      left join questionnaire_template q on q.tenant_id = o.tenant_id and q.id = o.questionnaire_template_id
      where o.tenant_id = ${tenantId} and o.retired_at is null order by o.id`),
    'offer',
    given,
  );
  catalogue.disciplines = await read(sql`
    select d.code, c.code as course, k.code as intake, d.module, d.name, d.workload, d.mandatory,
      d.elective_group as "electiveGroup", d.active
    from discipline d
    join course c on c.tenant_id = d.tenant_id and c.id = d.course_id
    join intake k on k.tenant_id = d.tenant_id and k.id = d.intake_id
    where d.tenant_id = ${tenantId} and d.retired_at is null order by d.id`);
  catalogue.electives = await read(sql`
    select c.code as course, k.code as intake, e.module, e.min, e.max
    from elective_rule e
    join course c on c.tenant_id = e.tenant_id and c.id = e.course_id
    join intake k on k.tenant_id = e.tenant_id and k.id = e.intake_id
    where e.tenant_id = ${tenantId} and e.retired_at is null order by e.id`);
  catalogue.classes = await read(sql`
    select a.code, o.code as offer, a.name, p.code as pole, a.shift, a.weekdays, a.start_date as start,
      a.start_time as "startTime", a.end_time as "endTime", a.place, a.slots
    from academic_class a
    join offer o on o.tenant_id = a.tenant_id and o.id = a.offer_id
    join pole p on p.tenant_id = a.tenant_id and p.id = a.pole_id
    where a.tenant_id = ${tenantId} and a.retired_at is null order by a.id`);
  const slots = await read<Omit<Entry<'schedules'>, 'at'> & { at: Date }>(sql`
    select s.code, o.code as offer, p.code as pole, s.place, s.at, s.capacity
    from schedule_slot s
    join offer o on o.tenant_id = s.tenant_id and o.id = s.offer_id
    join pole p on p.tenant_id = s.tenant_id and p.id = s.pole_id
    where s.tenant_id = ${tenantId} and s.retired_at is null order by s.id`);
  catalogue.schedules = slots.map((slot) => ({ ...slot, at: slot.at.toISOString() }));
};

const inReais = (cents: number) => cents / 100;

const readMoney = async (catalogue: Catalogue, read: Read, tenantId: number) => {
  const prices = await read<Entry<'prices'>>(sql`
    select p.code, i.code as institution, c.code as course, k.code as intake, place.code as pole, p.kind, p.plan,
      p.description, p.discount_cents as discount, p.conditional_discount_cents as "conditionalDiscount"
    from price p
    join price_list l on l.tenant_id = p.tenant_id and l.id = p.price_list_id
    join institution i on i.tenant_id = l.tenant_id and i.id = l.institution_id
    join course c on c.tenant_id = l.tenant_id and c.id = l.course_id
    join intake k on k.tenant_id = l.tenant_id and k.id = l.intake_id
    left join pole place on place.tenant_id = l.tenant_id and place.id = l.pole_id
    where p.tenant_id = ${tenantId} and p.retired_at is null order by p.id`);
  catalogue.prices = prices.map((price) => ({
    ...price,
    plan: price.plan.map(inReais),
    discount: inReais(price.discount),
    conditionalDiscount: inReais(price.conditionalDiscount),
  }));
  const vouchers = await read<Entry<'vouchers'>>(sql`
    select code, percent, amount_cents as amount, applies_to as "appliesTo", kinds, institutions, courses,
      valid_from as "from", valid_to as "to", max_uses as "maxUses"
    from voucher where tenant_id = ${tenantId} and retired_at is null order by id`);
  catalogue.vouchers = vouchers.map((voucher) => ({
    ...voucher,
    amount: voucher.amount === null ? null : inReais(voucher.amount),
  }));
};

const readTenant = async (read: Read, tenantId: number, given: Parameters): Promise<TenantEntry> => {
  const [row] = await read<
    Omit<TenantEntry, 'parameters' | 'flags'> & { flags: Partial<TenantEntry['flags']> }
  >(sql`
    select alias, name, flags, time_zone as "timeZone", holidays from tenant where id = ${tenantId}`);
  if (!row) throw new Error(`Unknown tenant ${tenantId}`);
  const flags = { usePassport: false, useMaisAMediaTracking: false, useTrackingV2: false, ...row.flags };
  return { ...row, flags, parameters: given('tenant', 0) };
};

/** The current catalogue in the database; retired entries are left out. */
export async function readCatalogue(runner: Runner, tenantId: number): Promise<Catalogue> {
  const read: Read = (query) => runner.many(query);
  const given = await readParameters(read, tenantId);
  const catalogue = emptyCatalogue(await readTenant(read, tenantId, given));
  catalogue.console = await readConsole(runner, tenantId);
  await readPlaces(catalogue, read, tenantId, given);
  await readTemplates(catalogue, read, tenantId);
  await readOffers(catalogue, read, tenantId, given);
  await readMoney(catalogue, read, tenantId);
  const assets = await read<Asset & { content: Uint8Array }>(sql`
    select path, content_type as "contentType", content from brand_asset where tenant_id = ${tenantId} order by path`);
  catalogue.assets = assets.map((asset) => ({ ...asset, content: Buffer.from(asset.content) }));
  return catalogue;
}
