import type { Candidate } from './candidate.ts';
import type { Product } from './product.ts';
import { codeSentTo } from './sign-in.ts';

/** Signs in with a code sent to the person's e-mail, which confirms it. */
export async function confirmEmail(product: Product, candidate: Candidate): Promise<void> {
  const { cpf, email } = candidate.person;
  const order = { documentType: 'cpf', document: cpf, channel: 'email', captchaToken: 'simulator-token' };
  const { challengeId } = await candidate.call<{ challengeId: string }>(
    'POST',
    '/platform/auth/code/tenants/alfa/challenges',
    order,
  );
  await candidate.call('POST', `/platform/auth/code/challenges/${challengeId}/verify`, {
    code: await codeSentTo(product, email, 'N-02'),
    remember: true,
  });
}
