import { DEFAULT_THEME } from '@orbita/domain/tenancy';
import { type Examples, enrolled, invalid, subscription, UUID } from './records.ts';

/** From the first visit to the finished essay (spec 24). */
export const selectionExamples: Examples = {
  'GET /platform/settings/applications/{application}/hostname/{host}': {
    answers: {
      200: {
        theme: {
          ...DEFAULT_THEME,
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
        whatsapp: false,
        captcha: { version: 3, size: 'compact' },
        timeZone: 'America/Sao_Paulo',
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
          hasPassword: true,
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
            selection: [{ code: 'assessment', label: 'Redação' }],
            classes: [],
            requiredSchooling: null,
            intake: {
              id: 301,
              startDate: '2025-10-01',
              endDate: '2026-02-13',
              classStartDate: '2026-02-23',
            },
            courses: [
              {
                id: 101,
                name: 'Administração',
                modalityDescription: 'EaD',
                duration: '8 semestres',
                priceFrom: 360,
                fee: null,
              },
            ],
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
        {
          id: 101,
          name: 'Administração',
          code: 'ADM',
          modalityDescription: 'EaD',
          description: 'Forma gestores para planejar, organizar e dirigir empresas.',
          vacanciesState: 'open',
        },
        {
          id: 102,
          name: 'Ciências Contábeis',
          code: 'CCO',
          modalityDescription: 'EaD',
          description: null,
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
          inReview: false,
          route: '/subscriptions/essays/5001?ver=inscricao',
        },
        {
          code: 'assessment',
          label: 'Redação',
          state: 'current',
          inReview: false,
          route: '/subscriptions/essays/5001',
        },
        { code: 'analysis', label: 'Em análise', state: 'todo', inReview: false, route: null },
        { code: 'result', label: 'Resultado', state: 'todo', inReview: false, route: null },
        { code: 'data', label: 'Dados', state: 'todo', inReview: false, route: null },
        { code: 'payment', label: 'Primeiro pagamento', state: 'todo', inReview: false, route: null },
        { code: 'documents', label: 'Documentos', state: 'todo', inReview: false, route: null },
        { code: 'enrolled', label: 'Matriculado', state: 'todo', inReview: false, route: null },
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
        autosaveSeconds: 30,
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
};
