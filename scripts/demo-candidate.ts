/** An invented person who can sign in immediately; the CPF has valid check digits but belongs to nobody. */
export const DEMO_CANDIDATE = { cpf: '123.456.789-09', password: 'Senha#2026' };

/** Signs the demo candidate up through the API, unless the account already exists. */
export async function ensureDemoCandidate(url: string): Promise<void> {
  const response = await fetch(`${url}/orbita/api/platform/auth/signup/tenants/alfa`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      documentType: 'cpf',
      document: DEMO_CANDIDATE.cpf,
      name: 'Candidata Demonstração',
      birthDate: '2003-05-10',
      email: 'demonstracao@exemplo.test',
      cellPhone: '(31) 90000-0099',
      password: DEMO_CANDIDATE.password,
      confirmPassword: DEMO_CANDIDATE.password,
      privacyAccepted: true,
      marketingConsent: false,
      captchaToken: 'demonstracao',
    }),
  });
  if (response.status === 201 || response.status === 409) return;
  throw new Error(
    `A candidata de demonstração não pôde ser criada: ${response.status} ${await response.text()}`,
  );
}
