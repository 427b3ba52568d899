import { type Examples, payment, personAddress, schooling, sentFile, UUID } from './records.ts';

/** From the grade to the student number (spec 24). */
export const enrolmentExamples: Examples = {
  'GET /candidate/subscriptions/status/{id}': {
    answers: {
      200: {
        id: 5001,
        status: 3,
        statusName: 'Aprovado',
        color: 'status-evaluated',
        page: 'personal-data',
        lastEventId: UUID,
        settled: true,
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
        singleName: false,
        socialName: null,
        documentType: 'cpf',
        document: '11122233396',
        cpf: '11122233396',
        rne: null,
        passport: null,
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
        foreignAddress: null,
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
        schoolPlace: { state: 'Minas Gerais', city: 'Belo Horizonte' },
        guardian: null,
        motherName: 'Responsável Exemplo',
        complete: { personal: true, schooling: true, guardian: true, disciplines: true },
        conclusionYearLimit: 2026,
        minor: false,
        useDisciplines: false,
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
        acceptance: {
          party: 'candidate',
          code: true,
          declaration: false,
          guardian: null,
          channels: [{ channel: 'email', masked: 'u***@e***.test' }],
        },
        guardianLink: null,
        plans: [
          {
            description: 'Semestralidade 2026.1',
            installments: 6,
            value: 400,
            equal: true,
            whole: false,
            conditionalDiscount: 40,
            voucherOff: 0,
            total: 2400,
            totalInTime: 2160,
          },
        ],
      },
    },
  },
  'POST /candidate/subscriptions/{id}/guardian-links': {
    body: { channel: 'email' },
    answers: {
      202: {
        channel: 'email',
        masked: 'r***@e***.test',
        sentAt: '2026-01-12T10:40:00-03:00',
        expiresAt: '2026-01-15T10:40:00-03:00',
      },
    },
  },
  'POST /candidate/subscriptions/{id}/acceptance-challenges': {
    body: { party: 'candidate', channel: 'email' },
    answers: {
      202: {
        challengeId: '6f1c2a5e-8f43-4c1a-9a52-0d7f3b1c9e10',
        masked: 'u***@e***.test',
        expiresIn: 600,
        resendIn: 60,
      },
    },
  },
  'POST /candidate/subscriptions/{id}/acceptance-challenges/{challengeId}/verify': {
    body: { code: '123456' },
    answers: { 200: { acceptanceToken: 'eyJ…', expiresAt: '2026-01-12T10:55:00-03:00' } },
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
            amountInTime: 360,
            maxInstallments: 6,
            cardInstallments: [{ installments: 1, firstValue: 360, installmentValue: 360, total: 360 }],
            plan: [
              { Number: 1, value: 400, dueDate: '2026-01-19' },
              { Number: 2, value: 400, dueDate: '2026-03-10' },
            ],
          },
        ],
        fallback: { firstInstallment: false, recurrence: false },
        cardFields: {
          provider: 'cielo',
          url: 'https://cartao.exemplo.test/card-fields/cielo?host=candidato.exemplo.test',
          threeDSecure: 'when-available',
        },
        openCharge: null,
        voucher: null,
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
            maxCardInstallments: 1,
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
  'PUT /candidate/subscriptions/{id}/payment-voucher': {
    body: { purpose: 'enrollment', voucher: 'ALFA50' },
    answers: {},
  },
  'POST /candidate/subscriptions/{id}/payments': {
    body: { purpose: 'enrollment', priceId: 611, method: 'pix', installments: 6 },
    answers: { 201: payment },
  },
  'POST /candidate/subscriptions/{id}/card-access': {
    body: { purpose: 'enrollment', provider: 'pagarme' },
    answers: {
      200: {
        provider: 'pagarme',
        tokensUrl: 'https://api.pagar.me/core/v5/tokens',
        publicKey: 'pk_test_exemplo',
      },
    },
  },
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
          cover: null,
          reusable: null,
          files: [],
        },
      ],
    },
  },
  'POST /candidate/subscriptions/{id}/documents/{documentId}/files': {
    answers: { 201: sentFile },
  },
};
