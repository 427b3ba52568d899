import type { CallKey } from './index.ts';

/** Worked examples of one whole enrolment (spec 24), for the documentation and for the tests of the schemas. */
export interface Example {
  body?: unknown;
  answers: { readonly [status: number]: unknown };
}

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const UUID = '3b1e5a52-6a3c-4f0e-9a44-0f4f3f3f9001';

const subscription = {
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
  subscriptionStatus: 1,
  isPaid: false,
  isTaxPaid: false,
  hour: null,
  campusSchedulingId: null,
  campusScheduling: null,
  campusPolo: 'Polo Belo Horizonte',
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
  permissions: { changeCourse: true, cancel: true, reschedule: false, switchIngress: true },
  intake: { startDate: '2025-10-01', endDate: '2026-02-13', classStartDate: '2026-02-23' },
  paymentDeadline: null,
  version: 1,
};

const enrolled = {
  ...subscription,
  subscriptionStatus: 7,
  statusName: 'Matriculado',
  statusColor: 'status-enrolled',
  isPaid: true,
  studentLyceumId: '20260001',
  version: 12,
};

const personAddress = {
  street: 'Rua Exemplo',
  number: '100',
  neighborhood: 'Bairro Modelo',
  zipCode: '30100001',
  cityId: 3106200,
  complement: null,
};

const schooling = {
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

const payment = {
  paymentId: 8001,
  subscriptionId: 5001,
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
  recurrence: null,
  printTicket: null,
};

const invalid = (field: string, message: string) => ({
  code: 'VALIDATION',
  message: 'Confira os campos.',
  errors: [{ field, message }],
  traceId: TRACE,
});

export const examples: { readonly [K in CallKey]?: Example } = {
  'GET /platform/settings/applications/{application}/hostname/{host}': {
    answers: {
      200: {
        theme: {
          primary: '#982439',
          secondary: '#c59559',
          link: '#982439',
          template: {
            favicon: '/assets/alfa/favicon.png',
            media: { logoSmall: '/assets/alfa/s.svg', logoLarge: '/assets/alfa/l.svg' },
          },
        },
        tenant: { alias: 'alfa', id: '6f0c2f0e-7d55-4c7b-9f3a-2f4f3f3f0001' },
        iesAlias: 'cua',
        captchaKey: 'simulator',
        flags: { usePassport: false, useMaisAMediaTracking: false, useTrackingV2: true },
        institution: { id: 1, code: 'CUA01', acronym: 'CUA', alias: 'cua' },
        loginMethods: {
          password: true,
          code: true,
          signup: true,
          google: true,
          facebook: false,
          linkedin: true,
        },
        captcha: { version: 3, size: 'compact' },
        build: '20251024.2',
      },
    },
  },
  'POST /platform/auth/signup/tenants/{tenant}': {
    body: {
      documentType: 'cpf',
      document: '11122233396',
      name: 'Candidata Um',
      birthDate: '2003-05-10',
      email: 'um@exemplo.test',
      cellPhone: '31900000001',
      password: 'Senha#2026',
      confirmPassword: 'Senha#2026',
      privacyAccepted: true,
      marketingConsent: false,
      captchaToken: 'token',
    },
    answers: {
      201: { accessToken: 'token', expiresAt: '2026-01-19T10:00:00-03:00' },
      422: invalid('document', 'CPF inválido.'),
    },
  },
  'GET /candidate/users/check/': {
    answers: {
      200: {
        accessToken: 'token',
        payloadToken: {
          uuid: UUID,
          name: 'Candidata Um',
          tenantAlias: 'alfa',
          socialName: null,
          personId: 9001,
          disableInstitutionGlobalFilter: false,
        },
      },
    },
  },
  'GET /candidate/users/{uuid}/subscriptions': { answers: { 200: [] } },
  'GET /candidate/users/{uuid}/subscription/{id}': { answers: { 200: enrolled } },
  'GET /candidate/offers': {
    answers: {
      200: {
        data: [
          {
            id: 11,
            name: 'Vestibular online 2026-1',
            type: 1,
            ingressMode: { name: 'Vestibular online', kind: 'online-essay' },
            requiresClass: false,
            intake: {
              id: 301,
              startDate: '2025-10-01',
              endDate: '2026-02-13',
              classStartDate: '2026-02-23',
            },
            courses: [{ id: 101, name: 'Administração', modalityDescription: 'EaD' }],
            priceFrom: 360,
            institutionCode: 'CUA01',
          },
        ],
        page: 1,
        pageSize: 20,
        total: 1,
      },
    },
  },
  'GET /candidate/offers/{offerId}/courses': {
    answers: {
      200: [
        { id: 101, name: 'Administração', code: 'ADM', modalityDescription: 'EaD', vacanciesState: 'open' },
        {
          id: 102,
          name: 'Ciências Contábeis',
          code: 'CCO',
          modalityDescription: 'EaD',
          vacanciesState: 'open',
        },
      ],
    },
  },
  'GET /candidate/offers/{offerId}/poles': {
    answers: {
      200: [
        { id: 201, description: 'Polo Belo Horizonte', city: 'Belo Horizonte', uf: 'MG' },
        { id: 202, description: 'Polo Contagem', city: 'Contagem', uf: 'MG' },
      ],
    },
  },
  'POST /candidate/subscriptions': {
    body: { offerId: 11, courseId: 101, poleId: 201, schooling: { level: 'high-school' } },
    answers: { 201: subscription },
  },
  'GET /candidate/subscriptions/{id}/steps': {
    answers: {
      200: [
        {
          code: 'subscription',
          label: 'Inscrição',
          state: 'done',
          route: '/subscriptions/essays/5001',
        },
        {
          code: 'assessment',
          label: 'Redação',
          state: 'current',
          route: '/subscriptions/essays/5001',
        },
        { code: 'analysis', label: 'Em análise', state: 'todo', route: null },
        { code: 'result', label: 'Resultado', state: 'todo', route: null },
        { code: 'data', label: 'Dados', state: 'todo', route: null },
        { code: 'payment', label: 'Primeiro pagamento', state: 'todo', route: null },
        { code: 'documents', label: 'Documentos', state: 'todo', route: null },
        { code: 'enrolled', label: 'Matriculado', state: 'todo', route: null },
      ],
    },
  },
  'GET /candidate/subscriptions/{id}/essays': {
    answers: {
      200: {
        attempts: [],
        attemptsLeft: 3,
        rules: {
          minutes: 60,
          minWords: 150,
          maxWords: 600,
          maxCharacters: 5000,
          titleMin: 3,
          titleMax: 100,
        },
      },
    },
  },
  'POST /candidate/subscriptions/{id}/essays': {
    body: { rulesAccepted: true },
    answers: {
      201: {
        id: 7001,
        subscriptionId: 5001,
        attempt: 1,
        state: 'in-progress',
        timedOut: false,
        title: null,
        essay: null,
        score: null,
        hasPlagiarism: null,
        completedDate: null,
        dateNow: '2026-01-12T10:00:00-03:00',
        theme: { title: 'Tema da redação', texts: ['Texto de apoio.'] },
        startedAt: '2026-01-12T10:00:00-03:00',
        deadline: '2026-01-12T11:00:00-03:00',
        minWords: 150,
        maxWords: 600,
        maxCharacters: 5000,
        revision: 0,
        feedback: null,
      },
    },
  },
  'PUT /candidate/subscriptions/essays/{essayId}/draft': {
    body: { title: 'Meu título', essay: 'Meu texto.', revision: 0 },
    answers: {
      200: {
        revision: 1,
        savedAt: '2026-01-12T10:05:00-03:00',
        wordCount: 180,
        dateNow: '2026-01-12T10:05:00-03:00',
      },
    },
  },
  'POST /candidate/subscriptions/essays/{essayId}/finish': {
    body: { title: 'Meu título', essay: 'Meu texto.' },
    answers: {
      200: { state: 'finished', completedDate: '2026-01-12T10:30:00-03:00' },
      422: invalid('essay', 'A redação deve ter no mínimo 150 palavras.'),
    },
  },
  'POST /operations/essays/{id}/grade': {
    body: { score: 720, hasPlagiarism: false, feedback: 'Bom texto.' },
    answers: { 200: { id: 7001, state: 'graded', subscriptionId: 5001, status: 3 } },
  },
  'GET /candidate/subscriptions/status/{id}': {
    answers: {
      200: {
        id: 5001,
        status: 3,
        statusName: 'Aprovado',
        color: 'status-evaluated',
        page: 'personal-data',
      },
    },
  },
  'PUT /candidate/users/{personId}/person-data': {
    body: {
      name: 'Candidata Um',
      rg: 'MG1234567',
      rgIssuer: 'SSP',
      rgState: 'MG',
      birthDate: '2003-05-10',
      genderId: 1,
      nationality: 'BR',
      motherName: 'Responsável Exemplo',
      personAddress,
    },
    answers: {
      200: {
        personId: 9001,
        uuid: UUID,
        name: 'Candidata Um',
        socialName: null,
        documentType: 'cpf',
        document: '11122233396',
        cpf: '11122233396',
        rg: 'MG1234567',
        rgIssuer: 'SSP',
        rgState: 'MG',
        birthDate: '2003-05-10',
        genderId: 1,
        nationality: 'BR',
        motherName: 'Responsável Exemplo',
        issuingCountry: null,
        email: 'um@exemplo.test',
        emailConfirmed: false,
        phone: null,
        cellPhone: '31900000001',
        cellPhoneConfirmed: false,
        personAddress: {
          id: 9101,
          ...personAddress,
          verified: true,
          city: {
            id: 3106200,
            name: 'Belo Horizonte',
            state: { id: 31, name: 'Minas Gerais', uf: 'MG' },
          },
        },
        locked: [],
      },
    },
  },
  'PUT /candidate/subscriptions/{id}/schooling': {
    body: {
      schoolName: 'Escola Exemplo',
      schoolType: 'public',
      stateId: 31,
      cityId: 3106200,
      conclusionYear: 2021,
      fies: false,
    },
    answers: { 200: schooling },
  },
  'GET /candidate/subscriptions/{id}/enrollment-data': {
    answers: {
      200: {
        schooling,
        guardian: null,
        motherName: 'Responsável Exemplo',
        complete: { personal: true, schooling: true, guardian: true, disciplines: true },
        conclusionYearLimit: 2026,
        minor: false,
      },
    },
  },
  'GET /candidate/courses/value/{id}': {
    answers: {
      200: { Message: 'Ok', Data: { priceListId: 601 } },
      404: { Message: 'Tabela de preços não cadastrada.' },
    },
  },
  'GET /candidate/subscriptions/{id}/get-subscription-contract': {
    answers: {
      200: {
        contract: {
          Contract: 'CT-GRAD:1',
          FormatedContract: '<h1>Contrato</h1>',
          title: 'Contrato de prestação de serviços educacionais',
          version: 1,
          hash: 'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
          acceptedAt: null,
        },
      },
    },
  },
  'POST /candidate/subscriptions/{id}/contract': {
    body: {
      FormatedContract: '<h1>Contrato</h1>',
      Contract: 'CT-GRAD:1',
      DeviceType: 'mobile',
      OS: 'Android 14',
      Browser: 'Chrome 140',
      BrowserVendor: 'Google Inc.',
      IP: '',
      Address: '',
    },
    answers: { 201: { acceptanceId: 8101, acceptedAt: '2026-01-12T10:40:00-03:00', status: 6 } },
  },
  'GET /candidate/subscriptions/{id}/payment-options': {
    answers: {
      200: {
        purpose: 'enrollment',
        variant: 'onlySubscription',
        deadline: '2026-01-19T23:59:59-03:00',
        methods: [
          { method: 'credit-card', enabled: true, reason: null },
          { method: 'slip', enabled: true, reason: null },
          { method: 'pix', enabled: true, reason: null },
        ],
        prices: [
          {
            priceId: 611,
            kind: 'enrollment',
            description: '6 parcelas',
            amount: 400,
            maxInstallments: 6,
            plan: [
              { Number: 1, value: 400, dueDate: '2026-01-19' },
              { Number: 2, value: 400, dueDate: '2026-03-10' },
            ],
          },
        ],
        fallback: { firstInstallment: false, recurrence: false },
        cardFields: { provider: 'cielo', url: 'https://campos.exemplo.test' },
        openCharge: null,
        alreadyPaid: false,
      },
    },
  },
  'POST /candidate/subscriptions/{id}/simulateinstallments': {
    body: { priceId: 611, method: 'pix' },
    answers: {
      200: {
        Message: 'OK',
        Data: [
          {
            installments: 6,
            installmentValue: 360,
            firstValue: 360,
            total: 2160,
            totalWithoutConditional: 2400,
            rows: [
              {
                Number: 1,
                VoucherDiscountValue: 0,
                DiscountValue: 0,
                ConditionalDiscountValue: 40,
                FinalValue: 360,
              },
            ],
          },
        ],
      },
    },
  },
  'GET /candidate/subscriptions/{id}/discount/{voucher}/{priceId}': {
    answers: {
      200: {
        Message: 'OK',
        Data: [
          { Number: 1, VoucherDiscountValue: 200, DiscountValue: 0, ConditionalDiscountValue: 40 },
          { Number: 2, VoucherDiscountValue: 0, DiscountValue: 0, ConditionalDiscountValue: 40 },
        ],
        Voucher: {
          voucher: 'ALFA50',
          voucherValue: 200,
          discountValue: 0,
          conditionalDiscountValue: 40,
          otherInstallmentsVoucherDiscounts: false,
          haveVoucher: true,
        },
      },
      404: { Message: 'Cupom não encontrado ou expirado.', Data: [] },
    },
  },
  'POST /candidate/subscriptions/{id}/payments': {
    body: { purpose: 'enrollment', priceId: 611, method: 'pix', installments: 6 },
    answers: { 201: payment },
  },
  'POST /operations/simulator/payments/{paymentId}': { body: { result: 'paid' }, answers: {} },
  'GET /candidate/subscriptions/{id}/documents': {
    answers: {
      200: [
        {
          documentId: 6001,
          name: 'Documento de identidade (frente e verso)',
          help: 'Envie frente e verso.',
          required: true,
          stage: 'enrollment',
          state: 'pending',
          acceptedFormats: ['pdf', 'jpeg'],
          rejection: null,
          files: [],
        },
      ],
    },
  },
  'POST /candidate/subscriptions/{id}/documents/{documentId}/files': {
    answers: {
      201: {
        fileId: 6101,
        name: 'rg.pdf',
        size: 20480,
        type: 'application/pdf',
        sentAt: '2026-01-12T11:00:00-03:00',
        scan: 'pending',
        documentId: 6001,
        state: 'sent',
      },
    },
  },
  'POST /operations/documents/{id}/review': {
    body: { decision: 'approved' },
    answers: { 200: { id: 6001, state: 'approved', subscriptionId: 5001, status: 5 } },
  },
  'PUT /operations/subscriptions/{id}/student': {
    body: { studentLyceumId: '20260001' },
    answers: { 200: { id: 5001, state: 'registered', subscriptionId: 5001, status: 7 } },
  },
};

/** Events of the two sockets during one enrolment (spec 24). */
export const liveExamples: readonly unknown[] = [
  {
    id: '01J0000000000000000000001',
    type: 'payment.confirmed',
    occurredAt: '2026-01-12T10:50:00-03:00',
    subscriptionId: 5001,
    version: 9,
    data: { paymentId: 8001, purpose: 'enrollment', method: 'pix', amount: 360, state: 'paid' },
  },
  {
    id: '01J0000000000000000000002',
    type: 'subscription.status-changed',
    occurredAt: '2026-01-12T10:50:00-03:00',
    subscriptionId: 5001,
    version: 10,
    data: {
      from: 6,
      to: 5,
      event: 'payment-confirmed',
      statusName: 'Documentação pendente',
      page: 'documents',
    },
  },
];
