import { guardianRole, RELATIONSHIPS } from '@orbita/domain/enrolment';
import {
  dayInZone,
  formatCnpj,
  formatCpf,
  formatDate,
  formatMoney,
  formatPhone,
  formatRne,
  isMinorOn,
  sumCents,
} from '@orbita/domain/foundation';
import { payableKinds, priceRows } from '@orbita/domain/payment';
import { addressLine, foreignAddressLine } from '@orbita/domain/person';
import { type EnrolmentRow, findEnrolment } from '../enrolment/store.ts';
import type { Runner } from '../platform/database/types.ts';
import { type SubscriptionState, settingsReader, stateOf } from '../subscription/facts.ts';
import { type ContractPrice, type ContractRow, findContract } from './store.ts';
import type { Values } from './template.ts';

/** Data needed to fill in a contract text. */
export type ContractParts = {
  state: SubscriptionState;
  enrolment: EnrolmentRow;
  row: ContractRow;
  now: Date;
};

/** Reads the data for the contract of a subscription; undefined when it does not exist. */
export async function contractParts(
  on: Runner,
  id: number,
  now: Date,
  known?: SubscriptionState,
): Promise<ContractParts | undefined> {
  const state = known ?? (await stateOf(on, id));
  const enrolment = state && (await findEnrolment(on, id));
  const row = enrolment && (await findContract(on, id));
  return row ? { state, enrolment, row, now } : undefined;
}

const shownDay = (day: string | null) => (day ? formatDate(day) : null);

function documentOf({
  cpf,
  document_type: type,
  document,
}: EnrolmentRow): [label: string, shown: string | null] {
  if (cpf) return ['CPF', formatCpf(cpf)];
  if (type === 'rne') return ['RNE', document && formatRne(document)];
  if (type === 'passport') return ['Passaporte', document];
  return ['CPF', document && formatCpf(document)];
}

/** Where the candidate lives, in one line; null if that is not known. */
const homeOf = ({ address, foreign_address: abroad }: EnrolmentRow): string | null =>
  address
    ? addressLine(address, { name: address.cityName, uf: address.uf })
    : abroad && foreignAddressLine(abroad);

function candidateValues(person: EnrolmentRow): Values {
  const [documentLabel, document] = documentOf(person);
  return {
    name: person.name,
    // The law requires the civil name in a contract; the social name is shown next to it (spec 6.1).
    socialName: person.social_name,
    documentLabel,
    document,
    rg: person.rg,
    birthDate: shownDay(person.birth_date),
    nationality: person.nationality,
    address: homeOf(person),
    email: person.email,
    cellPhone: person.cell_phone && formatPhone(person.cell_phone),
  };
}

/** Where a guardian lives who does not live with the candidate. */
function guardianHome({ guardian, guardian_city: city }: EnrolmentRow): string | null {
  if (guardian?.personAddress) return addressLine(guardian.personAddress, city);
  return guardian?.foreignAddress ? foreignAddressLine(guardian.foreignAddress) : null;
}

/** The guardian is a party only if the candidate is a minor (spec 12.2). */
function guardianValues({ enrolment, state, now }: ContractParts): Values | null {
  const { guardian, birth_date: birth } = enrolment;
  const today = dayInZone(now, state.time_zone);
  if (!guardian || !birth || !isMinorOn(birth, today)) return null;
  const assists = guardianRole(birth, today) === 'assists';
  return {
    name: guardian.name,
    cpf: formatCpf(guardian.cpf),
    birthDate: formatDate(guardian.birthDate),
    relationship: RELATIONSHIPS.find(({ code }) => code === guardian.relationship)?.label ?? null,
    email: guardian.email,
    cellPhone: formatPhone(guardian.cellPhone),
    address: guardianHome(enrolment) ?? homeOf(enrolment),
    acts: assists ? 'assiste' : 'representa',
    role: assists ? 'assistido(a)' : 'representado(a)',
  };
}

/** One plan of the price table: number and value of instalments, discounts, totals (CDC art. 52). */
function planValues(price: ContractPrice): Values {
  const rows = priceRows(price);
  const values = [...new Set(price.plan)];
  return {
    description: price.description,
    installments: price.plan.length,
    value: values.length === 1 ? formatMoney(values[0] ?? 0) : price.plan.map(formatMoney).join(' + '),
    discount: formatMoney(price.discount),
    conditionalDiscount: formatMoney(price.conditional),
    total: formatMoney(sumCents(price.plan)),
    totalWithDiscounts: formatMoney(sumCents(rows.map(({ final }) => final))),
  };
}

/** Prices that the candidate may choose from; the contract lists them all (spec 14.1, 14.2). */
export function contractPrices({ state, row }: Pick<ContractParts, 'state' | 'row'>): ContractPrice[] {
  const { variant } = settingsReader(state.settings)('PaymentSettings');
  const kinds = payableKinds('enrollment', variant, {
    chargeFullSaleAmount: state.charge_full,
    semesterFullSaleAmount: state.charge_semester,
  });
  return row.prices.filter(({ kind }) => kinds.includes(kind));
}

/**
 * Values of all placeholders of contract texts. Only whether the candidate is a minor depends on the current time, so that the
 * text shown and the text accepted are identical (spec 13.1).
 */
export function contractValues(parts: ContractParts): Values {
  const { state, row } = parts;
  const parameter = settingsReader(state.settings);
  const fee = state.application_type === 'tax' ? row.prices.find(({ kind }) => kind === 'tax') : undefined;
  const disciplines = row.disciplines.map(({ code, name, workload }) => ({ code, name, workload }));
  return {
    contract: {
      code: row.template?.code ?? null,
      title: row.template?.title ?? null,
      version: row.template?.version ?? null,
    },
    subscription: { id: state.id },
    institution: {
      name: state.institution_name,
      acronym: row.institution_acronym,
      document: row.institution_document && formatCnpj(row.institution_document),
      privacyPolicyUrl: parameter('PrivacyPolicyUrl') || null,
      dpoContact: parameter('DpoContact') || null,
    },
    candidate: candidateValues(parts.enrolment),
    guardian: guardianValues(parts),
    course: { name: state.course_name, modality: state.course_modality, duration: row.course_duration },
    pole: { name: state.pole_description, address: row.pole_address, city: row.pole_city, uf: row.pole_uf },
    offer: { name: state.offer_name },
    ingressMode: { name: state.ingress_name },
    intake: { classStart: shownDay(state.intake_class_start) ?? 'data a ser informada pela instituição' },
    // Classes are chosen after the acceptance (spec 8.2), but a text may still have this placeholder.
    academicClass: null,
    hasDisciplines: disciplines.length > 0,
    disciplines,
    plans: contractPrices(parts).map(planValues),
    payment: { dueDay: parameter('InstallmentDueDay'), deadlineDays: parameter('PaymentDeadlineDays') },
    fee: fee ? { value: formatMoney(sumCents(fee.plan)) } : null,
  };
}
