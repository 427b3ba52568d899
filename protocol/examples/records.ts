import type { CallKey } from '../index.ts';

/** Worked example of one call. */
export interface Example {
  body?: unknown;
  answers: { readonly [status: number]: unknown };
}
export type Examples = { readonly [K in CallKey]?: Example };

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
export const UUID = '3b1e5a52-6a3c-4f0e-9a44-0f4f3f3f9001';

export const subscription = {
  id: 5001,
  subscriptionId: 5001,
  personId: 9001,
  personName: 'Candidata Um',
  personBirthday: '2003-05-10',
  courseId: 101,
  courseCode: 'ADM',
  courseName: 'Administração',
  poleId: 201,
  offerId: 11,
  intakeId: 301,
  institutionId: 1,
  institutionCode: 'CUA01',
  subscriptionStatus: 1,
  isPaid: false,
  isTaxPaid: false,
  hour: null,
  campusSchedulingId: null,
  campusScheduling: null,
  campusPolo: 'Polo Belo Horizonte',
  campusAddress: null,
  rescheduling: null,
  educationLevelType: 1,
  underageWarning: false,
  warningPopup: null,
  displayCampus: true,
  hasDiscount: false,
  studentLyceumId: null,
  academicClassId: null,
  academicClassDate: null,
  ingressMode: 'Vestibular online',
  modalityDescription: 'EaD',
  offer: {
    name: 'Vestibular online 2026-1',
    requiresClass: false,
    documentStage: 'after-payment',
    ingressMode: { id: 401, name: 'Vestibular online', kind: 'online-essay', useDisciplines: false },
  },
  applicationType: 'essay',
  statusName: 'Inscrito',
  statusColor: 'status-subscribed',
  permissions: {
    changeCourse: true,
    cancel: true,
    reschedule: false,
    switchIngress: true,
    switchTo: ['exam-score'],
  },
  intake: { startDate: '2025-10-01', endDate: '2026-02-13', classStartDate: '2026-02-23' },
  paymentDeadline: null,
  version: 1,
};

export const enrolled = {
  ...subscription,
  subscriptionStatus: 7,
  statusName: 'Matriculado',
  statusColor: 'status-enrolled',
  isPaid: true,
  studentLyceumId: '20260001',
  version: 12,
};

export const personAddress = {
  street: 'Rua Exemplo',
  number: '100',
  neighborhood: 'Bairro Modelo',
  zipCode: '30100001',
  cityId: 3106200,
  complement: null,
};

export const schooling = {
  schoolName: 'Escola Exemplo',
  schoolType: 'public',
  stateId: 31,
  cityId: 3106200,
  institutionName: null,
  courseName: null,
  level: null,
  conclusionYear: 2021,
  fies: false,
};

export const payment = {
  paymentId: 8001,
  subscriptionId: 5001,
  priceId: 611,
  purpose: 'enrollment',
  state: 'pending',
  amount: 360,
  method: 'pix',
  installments: 6,
  createdAt: '2026-01-12T10:45:00-03:00',
  paidAt: null,
  slip: null,
  pix: {
    qrCode: 'data:image/svg+xml;base64,PHN2Zy8+',
    copyPaste: '00020101021226850014br.gov.bcb.pix6304ABCD',
    expiresAt: '2026-01-12T11:45:00-03:00',
  },
  card: null,
  denial: null,
  recurrence: null,
};

export const invalid = (field: string, message: string) => ({
  code: 'VALIDATION',
  message: 'Confira os campos.',
  errors: [{ field, message }],
  traceId: TRACE,
});

/** File that was just sent. */
export const sentFile = {
  fileId: 6101,
  name: 'rg.pdf',
  size: 20480,
  type: 'application/pdf',
  sentAt: '2026-01-12T11:00:00-03:00',
  scan: 'pending',
  documentId: 6001,
  state: 'sent',
};
