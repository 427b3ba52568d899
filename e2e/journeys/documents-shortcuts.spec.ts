import { bodyOf, findCourse } from '../../testing/journey.ts';
import { requestPlace, upload } from '../../testing/requests.ts';
import { Candidate } from '../support/candidate.ts';
import { JPEG } from '../support/content.ts';
import { fileField, openDocument } from '../support/files.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

test('D-83 approving the identity document waives the CPF it contains', async ({ page, product }) => {
  const candidate = await Candidate.at('paid', product, page.context());
  await page.goto(candidate.page);
  const identity = page.getByRole('article').filter({ hasText: 'RG ou CIN, frente e verso' });
  const cpf = page.getByRole('article').filter({ hasText: 'Cartão, comprovante do site' });
  await openDocument(cpf);
  await cpf.getByRole('checkbox', { name: 'Meu CPF consta no documento de identidade' }).check();
  await expect(cpf.getByRole('status')).toContainText('Não precisa mandar este');
  await expect(cpf.getByRole('button', { name: /^Enviar arquivo/ })).toHaveCount(0);
  await expect(cpf.getByText('Não precisa enviar', { exact: true })).toBeVisible();
  await expectAccessible(page, 'covered document');
  await fileField(identity).setInputFiles({ name: 'rg.jpg', mimeType: 'image/jpeg', buffer: JPEG });
  await expect(identity.getByText('Em análise')).toBeVisible();
  const asked = () =>
    candidate.call<{ documentId: number; name: string; state: string; files: { scan: string }[] }[]>(
      'GET',
      `/candidate/subscriptions/${candidate.subscriptionId}/documents`,
    );
  await expect.poll(async () => (await asked())[0]?.files[0]?.scan).toBe('clean');
  const [first] = await asked();
  await product.operations('POST', `/documents/${first?.documentId}/review`, { decision: 'approved' });
  await expect(page.getByText('2 de 7 aprovados')).toBeVisible();
  await expect(page.getByText('Dispensado', { exact: true })).toBeVisible();
  await expect(cpf).toHaveCount(0);
  expect((await asked()).find(({ name }) => name === 'CPF')?.state).toBe('waived');
});

test('a document approved in one application is used again in the next', async ({ page, product }) => {
  const candidate = await Candidate.at('signed-up', product, page.context());
  const asked = (id: number) =>
    candidate.call<{ documentId: number; name: string; files: { scan: string }[] }[]>(
      'GET',
      `/candidate/subscriptions/${id}/documents?stage=selection`,
    );
  // Both courses are in one offer, so both applications require the same documents.
  const query = { type: 1, ingress: 'document-analysis', q: 'letras' } as const;
  const choice = await findCourse(candidate.client, query);
  const courses = await candidate.call<{ id: number; name: string }[]>(
    'GET',
    `/candidate/offers/${choice.offerId}/courses`,
  );
  const apply = async (course: string) => {
    const courseId = courses.find(({ name }) => name === course)?.id ?? 0;
    return bodyOf(await requestPlace(candidate.client, { ...choice, courseId })).id;
  };
  const first = await apply('Pedagogia');
  const [diploma] = await asked(first);
  await upload(candidate.client, first, diploma?.documentId ?? 0);
  await expect.poll(async () => (await asked(first))[0]?.files[0]?.scan).toBe('clean');
  await product.operations('POST', `/documents/${diploma?.documentId}/review`, { decision: 'approved' });
  const second = await apply('Letras');
  await page.goto(product.url(`/subscriptions/${second}`, candidate.host));
  const card = page.getByRole('article').filter({ hasText: 'Diploma de graduação' });
  const use = card.getByRole('button', { name: 'Usar documento já aprovado' });
  await expect(card.getByText(/^Você já mandou este e ele passou em /)).toBeVisible();
  await expectAccessible(page, 'document to be used again');
  await use.click();
  await expect(card.getByText('Em análise')).toBeVisible();
  await openDocument(card);
  await expect(card.getByText('foto.jpg').first()).toBeVisible();
  await expect(use).toHaveCount(0);
});
