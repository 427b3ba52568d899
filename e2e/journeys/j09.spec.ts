import { Candidate } from '../support/candidate.ts';
import { look } from '../support/look.ts';
import { chooseCourse } from '../support/on-the-way.ts';
import { paymentsOf } from '../support/pix.ts';
import { expect, test } from '../support/test.ts';
import { sendApplication } from '../support/whole-way.ts';

/** J09 — Pix expires, the deadline passes, a new application (journeys.md). */
test('J09 an expired code is renewed, and after the deadline the candidate applies again', async ({
  page,
  product,
  context,
  expectedStatuses,
}) => {
  for (const status of [401, 503]) expectedStatuses.add(status);
  const who = await Candidate.at('pix-open', product, context);
  const first = who.subscriptionId;
  const mails = async (template: string) => {
    await product.runJob('outbox');
    const sent = await product.outbox(who.person.email);
    return sent.filter((one) => one.template === template && one.channel === 'email').length;
  };
  const copy = page.getByRole('button', { name: /Copiar código/ }).first();

  await test.step('an hour later the code has expired, and a new one is created', async () => {
    await page.goto(who.page);
    await expect(copy).toBeVisible();
    const code = await page.getByLabel('Código Pix', { exact: true }).inputValue();
    await product.setClock('2026-01-12T11:00:01-03:00');
    await expect(page.getByText('O código Pix expirou.')).toBeVisible();
    await look(page, 'J09 expired');
    expect(await mails('N-18')).toBe(1);
    await product.setFault('pix', 'down');
    await page.getByRole('button', { name: 'Gerar novo código' }).click();
    await expect(page.getByText('Não foi possível gerar a chave Pix. Tente de novo.').first()).toBeVisible();
    await product.setFault('pix', 'ok');
    await page.getByRole('button', { name: 'Gerar novo código' }).click();
    await expect(copy).toBeVisible();
    expect(await page.getByLabel('Código Pix', { exact: true }).inputValue()).not.toBe(code);
  });

  await test.step('the candidate is reminded once two days before and once one day before', async () => {
    const shown: number[] = [];
    for (const moment of ['16T12:30', '17T12:30', '17T23:30', '18T12:30', '19T12:30']) {
      await product.setClock(`2026-01-${moment}:00-03:00`);
      shown.push(await mails('N-22'));
    }
    expect(shown).toEqual([0, 1, 1, 2, 2]);
  });

  await test.step('after the last day the application has ended, and a new one starts', async () => {
    await who.comeBackAt(page, '2026-01-20T00:01:00-03:00');
    expect(await mails('N-23')).toBe(1);
    await page.goto(who.page);
    await expect(page.getByText('O prazo do seu processo terminou.')).toBeVisible();
    await look(page, 'J09 S-39b');
    expect((await paymentsOf(product, first)).every(({ state }) => state !== 'pending')).toBe(true);
    await expect(page.getByRole('link', { name: 'Fazer nova inscrição' })).toBeVisible();
    await page.goto(product.url('/course'));
    await chooseCourse(page);
    expect(await sendApplication(page)).not.toBe(first);
  });
});
