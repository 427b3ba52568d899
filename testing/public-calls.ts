type PublicExample = { params?: Record<string, string>; body: unknown };

/** Example requests for the public calls. */
export const publicCalls: Record<string, PublicExample> = {
  'POST /operations/staff/code/challenges': { body: { email: 'ninguem@equipe.test' } },
  'POST /operations/staff/code/challenges/{challengeId}/verify': {
    params: { challengeId: '00000000-0000-4000-8000-000000000000' },
    body: { code: '123456' },
  },
  'POST /operations/staff/passkeys/options': { body: undefined },
  'POST /operations/staff/passkeys/sign-in': {
    body: {
      challengeId: 'x',
      credential: {
        id: 'x',
        rawId: 'x',
        type: 'public-key',
        response: { clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' },
      },
    },
  },
  'POST /operations/staff/invites/inspection': { body: { invite: 'x' } },
  'POST /operations/staff/invites/acceptance': { body: { invite: 'x', method: 'code' } },
  'POST /candidate/telemetry/client-errors': {
    body: { message: 'x', stack: 'y', route: '/orbita/candidate/', build: '1' },
  },
  'POST /platform/auth/signin/tenants/{tenant}': {
    params: { tenant: 'alfa' },
    body: { documentType: 'cpf', document: '11122233396', password: 'x', captchaToken: 'simulator-token' },
  },
  'POST /platform/auth/signup/tenants/{tenant}': {
    params: { tenant: 'alfa' },
    body: {
      documentType: 'cpf',
      document: '11122233396',
      name: 'Candidata Um',
      birthDate: '2003-05-10',
      email: 'um@exemplo.test',
      cellPhone: '31900000001',
      password: 'Senha#2026',
      confirmPassword: 'Senha#2026',
      captchaToken: 'fail',
    },
  },
  'POST /candidate/views': { body: { code: 'x' } },
  'POST /platform/auth/handoff/exchange': { body: { code: 'x' } },
  'POST /platform/auth/code/challenges/{challengeId}/verify': {
    params: { challengeId: '00000000-0000-4000-8000-000000000000' },
    body: { code: '123456' },
  },
  'POST /platform/auth/code/tenants/{tenant}/challenges': {
    params: { tenant: 'alfa' },
    body: { documentType: 'cpf', document: '11122233396', channel: 'email', captchaToken: 'simulator-token' },
  },
  'POST /platform/auth/password/tenants/{tenant}/reset-requests': {
    params: { tenant: 'alfa' },
    body: { documentType: 'cpf', document: '11122233396', channel: 'sms', captchaToken: 'simulator-token' },
  },
  'POST /platform/auth/password/reset-requests/{requestId}/verify': {
    params: { requestId: '00000000-0000-4000-8000-000000000000' },
    body: { code: '123456' },
  },
  'POST /platform/auth/signin/tenants/{tenant}/social/{provider}': {
    params: { tenant: 'alfa', provider: 'google' },
    body: {
      code: 'x',
      state: 'x',
    },
  },
  'POST /platform/auth/signin/tenants/{tenant}/social/{provider}/link': {
    params: { tenant: 'alfa', provider: 'google' },
    body: { linkToken: 'x', documentType: 'cpf', document: '11122233396', password: 'x' },
  },
  'POST /platform/auth/passkeys/tenants/{tenant}/signin': {
    params: { tenant: 'alfa' },
    body: {
      challengeId: '00000000-0000-4000-8000-000000000000',
      credential: {
        id: 'x',
        rawId: 'x',
        type: 'public-key',
        response: { clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' },
        clientExtensionResults: {},
      },
    },
  },
  'POST /platform/auth/undo': { body: { token: 'x'.repeat(22), document: '52998224725' } },
  'POST /platform/auth/password/reset': {
    body: { resetToken: 'x.y', newPassword: 'Nova#2026x', confirmPassword: 'Nova#2026x' },
  },
};
/** Example of a bank's webhook for each webhook address. */
export const notice: PublicExample = {
  params: { provider: 'pix', tenant: 'alfa', secret: 'x' },
  body: { pix: [{ txid: 'x', valor: '1' }] },
};
