import type { ParameterLevel } from '@orbita/domain/tenancy';
import type { SubscriptionState } from '../api/subscription/facts.ts';
import type { Booking } from '../api/subscription/state/booking.ts';

export const NOW = new Date('2026-01-12T10:00:00-03:00');
export const at = (text: string) => new Date(text);

/** An application for an online essay that has just begun; the tests change what they are about. */
export const ROW = {
  id: 71,
  tenant_id: 1,
  person_id: 42,
  institution_id: 3,
  offer_id: 4,
  course_id: 5,
  pole_id: 6,
  intake_id: 8,
  application_type: 'graduation',
  status: 1,
  is_paid: false,
  is_tax_paid: false,
  display_campus: true,
  holds_place: false,
  payment_deadline: null,
  extended_end: null,
  no_retake: false,
  version: 9,
  student_lyceum_id: null,
  person_name: 'Candidata Um',
  person_social_name: null,
  person_birth_date: '2000-05-01',
  offer_name: 'Vestibular',
  offer_type: 1,
  offer_open: true,
  requires_class: false,
  interview: false,
  questionnaire_template_id: null,
  document_set_id: null,
  warning_popup: 'Leia.',
  course_code: 'ADM',
  course_name: 'Administração',
  course_modality: 'EaD',
  pole_description: 'Belo Horizonte',
  intake_start: '2026-01-01',
  intake_end: '2026-02-10',
  intake_class_start: '2026-03-02',
  intake_suspended: false,
  last_day: '2026-02-13',
  ingress_mode_id: 7,
  ingress_name: 'Redação on-line',
  ingress_kind: 'online-essay',
  use_disciplines: false,
  institution_code: 'CUA01',
  time_zone: 'America/Sao_Paulo',
  holidays: [],
  settings: [],
  prices: [{ id: 1, kind: 'enrollment', plan: [40_000, 40_000], discount: 0, conditional: 4_000 }],
  history: [],
  documents: [],
  vacancies_left: 2,
  charge_full: false,
  charge_semester: false,
  guardian_saved: false,
  accepted_at: null,
  open_charge: false,
  open_slip: false,
  open_slip_until: null,
  last_charge: null,
  confirmed_payment: false,
  voucher_on_charge: false,
  essays_used: 0,
  essays_granted: 0,
  essay_state: null,
  class: null,
  analysis_favourable: null,
  exam_state: null,
  interview_state: null,
  other_kinds: [],
  booking: null,
} as unknown as SubscriptionState; // the columns its rules read
export type Change = Partial<{ [name in keyof SubscriptionState]: unknown }>;
export const rowOf = (change: Change = {}) => ({ ...ROW, ...change }) as SubscriptionState;
export const set = (name: string, value: unknown, level: ParameterLevel = 'tenant') => ({
  level,
  name,
  value,
});
export const step = (to: number, event: string, more: object = {}) => ({
  from: 1,
  to,
  event,
  transition: 'TR-01',
  at: '2026-01-10T12:00:00Z',
  ...more,
});
export const paper = (stage: string, state: string, more: object = {}) => ({
  stage,
  code: 'RG',
  state,
  required: true,
  ...more,
});
export const BOOKED: Booking = {
  slot: 11,
  at: '2026-01-13T13:00:00Z',
  place: 'Campus',
  placeId: 10,
  pole: 6,
  poleName: 'Belo Horizonte',
  address: 'Rua das Acácias, 100',
  state: 'booked',
  reschedules: 0,
};
export const PLACES = { free: true, waiting: false, id: null, start: null, state: null, ends: null };

export const priceOf = (kind: string, ...plan: number[]) => ({
  id: 2,
  kind,
  plan,
  discount: 0,
  conditional: 0,
});
