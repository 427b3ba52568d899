import { searchForm } from '@orbita/domain/offering';
import sql from 'sql-template-tag';
import type { Tx } from '../platform/database/types.ts';
import { writeConsole } from './console.ts';
import type { Plan } from './diff.ts';
import { type Entry, isKind, type Kind } from './model.ts';
import { TABLES } from './tables.ts';
import { idOf, idsByCode, type Row, retire, type Table, upsert } from './upsert.ts';
import { writeOffers } from './write-offers.ts';
import { type Writer, writeParameters } from './writer.ts';

const inCents = (reais: number) => Math.round(reais * 100);

const writeTenant = async ({ tx, plan }: Writer) => {
  if (!plan.tenant) return;
  const { name, flags, timeZone, holidays, parameters } = plan.tenant;
  await tx.many(sql`
    update tenant set name = ${name}, flags = ${JSON.stringify(flags)}::jsonb, time_zone = ${timeZone},
      holidays = ${JSON.stringify(holidays)}::jsonb where id = ${tx.tenantId}`);
  await writeParameters(tx, 'tenant', [{ id: 0, settings: parameters }]);
};

const writeInstitutions = async ({ tx, plan }: Writer) => {
  const entries = plan.write.institutions;
  await upsert(
    tx,
    TABLES.institution,
    entries.map((entry) => ({
      code: entry.code,
      acronym: entry.acronym,
      alias: entry.alias,
      name: entry.name,
      charge_full_sale_amount: entry.chargeFullSaleAmount,
      semester_full_sale_amount: entry.semesterFullSaleAmount,
      subscription_login_disabled: entry.subscriptionLoginDisabled,
      google_tag_manager_id: entry.googleTagManagerId,
      google_optimize_id: entry.googleOptimizeId,
      introduction_video: entry.introductionVideo,
      payment: entry.payment,
    })),
  );
  const ids = await idsByCode(tx, 'institution');
  await writeParameters(
    tx,
    'institution',
    entries.map((entry) => ({
      id: idOf(ids, entry.code),
      settings: { ...entry.parameters, PaymentSettings: entry.payment },
    })),
  );
  return ids;
};

const writeHosts = async ({ tx, plan }: Writer, institutions: Map<string, number>) => {
  const entries = plan.write.hosts;
  await upsert(
    tx,
    TABLES.host,
    entries.map((entry) => ({
      host: entry.host,
      application: entry.application,
      institution_id: entry.institution === null ? null : idOf(institutions, entry.institution),
      theme: entry.theme,
      captcha_key: entry.captchaKey,
      captcha_secret: entry.captchaSecret,
      social: entry.social,
    })),
  );
  const ids = await idsByCode(tx, 'tenant_host', 'host');
  await writeParameters(
    tx,
    'host',
    entries.map((entry) => ({ id: idOf(ids, entry.host), settings: entry.parameters })),
  );
};

const writePlaces = async ({ tx, plan }: Writer, institutions: Map<string, number>) => {
  const own = (entry: { institution: string }) => idOf(institutions, entry.institution);
  await upsert(
    tx,
    TABLES.pole,
    plan.write.poles.map((entry) => ({
      institution_id: own(entry),
      code: entry.code,
      description: entry.description,
      city_id: entry.city,
      address: entry.address,
      kind: entry.kind,
    })),
  );
  await upsert(
    tx,
    TABLES.course,
    plan.write.courses.map((entry) => ({
      institution_id: own(entry),
      code: entry.code,
      name: entry.name,
      search_name: searchForm(entry.name),
      level: entry.level,
      modality: entry.modality,
      description: entry.description,
      duration: entry.duration,
    })),
  );
  await upsert(
    tx,
    TABLES.intake,
    plan.write.intakes.map((entry) => ({
      institution_id: own(entry),
      code: entry.code,
      start_date: entry.start,
      end_date: entry.end,
      class_start_date: entry.classStart,
      suspended: entry.suspended,
    })),
  );
  await upsert(
    tx,
    TABLES.support,
    plan.write.support.map(({ institution, ...rest }) => ({
      institution_id: idOf(institutions, institution),
      ...rest,
    })),
  );
};

/** A changed text becomes the next version; earlier versions stay as they were accepted (spec 17.4). */
const writeContracts = async ({ tx, plan, now }: Writer) => {
  for (const { code, title, html } of plan.write.contracts) {
    await tx.many(sql`
      insert into contract_template (tenant_id, code, version, title, html, created_at)
      select ${tx.tenantId}::bigint, ${code}::text,
        coalesce((select max(version) from contract_template where tenant_id = ${tx.tenantId} and code = ${code}), 0) + 1,
        ${title}::text, ${html}::text, ${now}::timestamptz`);
  }
};

const writeDocumentSets = async ({ tx, plan }: Writer) => {
  const entries = plan.write.documentSets;
  if (entries.length === 0) return;
  await upsert(
    tx,
    TABLES.documentSet,
    entries.map(({ code }) => ({ code })),
  );
  const ids = await idsByCode(tx, 'document_set');
  const own = entries.map(({ code }) => idOf(ids, code));
  // Amounts due were copied when they were charged, so the rules themselves may be deleted.
  await tx.many(
    sql`delete from document_rule where tenant_id = ${tx.tenantId} and document_set_id = any(${own}::bigint[])`,
  );
  const rules = entries.flatMap(({ code, items }) =>
    items.map(
      (item, position): Row => ({
        document_set_id: idOf(ids, code),
        position: position + 1,
        code: item.code,
        name: item.name,
        help: item.help,
        stage: item.stage,
        required: item.required,
        condition: item.when,
        accepts_xlsx: item.acceptsXlsx,
        covered_by: item.coveredBy,
      }),
    ),
  );
  await upsert(tx, TABLES.documentRule, rules);
};

const writeTemplates = async (writer: Writer) => {
  const { tx, plan } = writer;
  await upsert(
    tx,
    TABLES.ingressMode,
    plan.write.ingressModes.map(({ useDisciplines, ...rest }) => ({
      ...rest,
      use_disciplines: useDisciplines,
    })),
  );
  await writeContracts(writer);
  await writeDocumentSets(writer);
  await upsert(tx, TABLES.questionnaire, plan.write.questionnaires);
  await upsert(tx, TABLES.essayTheme, plan.write.essayThemes);
};

/** Id of the price list of a place; created when it does not exist yet. */
const priceLists = async (tx: Tx, prices: Entry<'prices'>[], institutions: Map<string, number>) => {
  const courses = await idsByCode(tx, 'course');
  const poles = await idsByCode(tx, 'pole');
  const intakes = await idsByCode(tx, 'intake', "institution_id || '/' || code");
  const places = prices.map((price) => ({
    institution_id: idOf(institutions, price.institution),
    course_id: idOf(courses, price.course),
    intake_id: idOf(intakes, `${idOf(institutions, price.institution)}/${price.intake}`),
    pole_id: price.pole === null ? null : idOf(poles, price.pole),
  }));
  await tx.many(sql`
    insert into price_list (tenant_id, institution_id, course_id, intake_id, pole_id)
    select ${tx.tenantId}::bigint, institution_id, course_id, intake_id, pole_id
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb)
      as r(institution_id bigint, course_id bigint, intake_id bigint, pole_id bigint)
    on conflict (tenant_id, institution_id, course_id, intake_id, coalesce(pole_id, 0)) do nothing`);
  const ids = await idsByCode(
    tx,
    'price_list',
    "institution_id || ' ' || course_id || ' ' || intake_id || ' ' || coalesce(pole_id, 0)",
  );
  return places.map((place) =>
    idOf(ids, `${place.institution_id} ${place.course_id} ${place.intake_id} ${place.pole_id ?? 0}`),
  );
};

const writeMoney = async ({ tx, plan }: Writer, institutions: Map<string, number>) => {
  const prices = plan.write.prices;
  if (prices.length > 0) {
    const lists = await priceLists(tx, prices, institutions);
    await upsert(
      tx,
      TABLES.price,
      prices.map((price, index) => ({
        price_list_id: lists[index],
        code: price.code,
        kind: price.kind,
        description: price.description,
        plan: price.plan.map(inCents),
        discount_cents: inCents(price.discount),
        conditional_discount_cents: inCents(price.conditionalDiscount),
      })),
    );
  }
  await upsert(
    tx,
    TABLES.voucher,
    plan.write.vouchers.map((voucher) => ({
      code: voucher.code,
      percent: voucher.percent,
      amount_cents: voucher.amount === null ? null : inCents(voucher.amount),
      applies_to: voucher.appliesTo,
      kinds: voucher.kinds,
      institutions: voucher.institutions,
      courses: voucher.courses,
      valid_from: voucher.from,
      valid_to: voucher.to,
      max_uses: voucher.maxUses,
    })),
  );
};

const writeAssets = async ({ tx, plan }: Writer) => {
  for (const { path, contentType, content } of plan.assets) {
    await tx.many(sql`
      insert into brand_asset (tenant_id, path, content_type, content, sha256)
      values (${tx.tenantId}, ${path}, ${contentType}, decode(${content.toString('base64')}, 'base64'),
        encode(sha256(decode(${content.toString('base64')}, 'base64')), 'hex'))
      on conflict (tenant_id, path) do update
      set content_type = excluded.content_type, content = excluded.content, sha256 = excluded.sha256`);
  }
  if (plan.droppedAssets.length === 0) return;
  await tx.many(
    sql`delete from brand_asset where tenant_id = ${tx.tenantId} and path = any(${plan.droppedAssets}::text[])`,
  );
};

/** How to find the row of a retired entry: the table and its key as SQL. */
const RETIRING: [Kind, Table, string][] = [
  ['prices', TABLES.price, 'code'],
  ['vouchers', TABLES.voucher, 'code'],
  [
    'schedules',
    TABLES.scheduleSlot,
    "(select o.code from offer o where o.tenant_id = t.tenant_id and o.id = t.offer_id) || '/' || t.code",
  ],
  [
    'classes',
    TABLES.academicClass,
    "(select o.code from offer o where o.tenant_id = t.tenant_id and o.id = t.offer_id) || '/' || t.code",
  ],
  [
    'disciplines',
    TABLES.discipline,
    `(select c.code from course c where c.tenant_id = t.tenant_id and c.id = t.course_id) || '/' ||
     (select k.code from intake k where k.tenant_id = t.tenant_id and k.id = t.intake_id) || '/' || t.code`,
  ],
  [
    'electives',
    TABLES.electiveRule,
    `(select c.code from course c where c.tenant_id = t.tenant_id and c.id = t.course_id) || '/' ||
     (select k.code from intake k where k.tenant_id = t.tenant_id and k.id = t.intake_id) || '/' || t.module`,
  ],
  ['offers', TABLES.offer, 'code'],
  ['essayThemes', TABLES.essayTheme, 'code'],
  ['questionnaires', TABLES.questionnaire, 'code'],
  ['documentSets', TABLES.documentSet, 'code'],
  ['ingressModes', TABLES.ingressMode, 'code'],
  [
    'intakes',
    TABLES.intake,
    "(select i.code from institution i where i.tenant_id = t.tenant_id and i.id = t.institution_id) || '/' || t.code",
  ],
  ['courses', TABLES.course, 'code'],
  ['poles', TABLES.pole, 'code'],
  ['hosts', TABLES.host, 'host'],
  ['institutions', TABLES.institution, 'code'],
];

const retireMissing = async ({ tx, plan, now }: Writer, keys: Map<Kind, string[]>) => {
  for (const [kind, table, key] of RETIRING) {
    const codes = keys.get(kind) ?? [];
    if (codes.length === 0) continue;
    const ids = await idsByCode(tx, `${table.name} t`, key);
    await retire(
      tx,
      table,
      codes.map((code) => idOf(ids, code)),
      now,
    );
  }
  const gone = plan.retire.support.map(({ institution }) => institution);
  if (gone.length === 0) return;
  await tx.many(sql`
    delete from support_contact s using institution i
    where s.tenant_id = ${tx.tenantId} and i.tenant_id = s.tenant_id and i.id = s.institution_id and i.code = any(${gone}::text[])`);
};

/** Executes a plan, kind by kind in the order of reference; the caller's transaction makes it atomic. */
export async function writePlan(tx: Tx, plan: Plan, now: Date): Promise<void> {
  const writer: Writer = { tx, plan, now };
  await writeTenant(writer);
  if (plan.console) await writeConsole(tx, plan.console);
  const institutions = await writeInstitutions(writer);
  await writeHosts(writer, institutions);
  await writePlaces(writer, institutions);
  await writeTemplates(writer);
  await writeOffers(writer, institutions);
  await writeMoney(writer, institutions);
  await writeAssets(writer);
  const retired = new Map<Kind, string[]>();
  for (const change of plan.changes) {
    if (change.action !== 'retire' || !isKind(change.kind)) continue;
    retired.set(change.kind, [...(retired.get(change.kind) ?? []), change.code]);
  }
  await retireMissing(writer, retired);
}
