import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { Candidate, inventedPerson, PASSWORD } from '../support/candidate.ts';
import { changeCatalogue } from '../support/catalogue.ts';
import { JPEG } from '../support/content.ts';
import { fileField } from '../support/files.ts';
import { choosePlaceAndWay, readContract } from '../support/on-the-way.ts';
import { payInSandbox, paymentsOf } from '../support/pix.ts';
import type { Product } from '../support/product.ts';
import { expect, expectAccessible, expectNoSideways, forget, test } from '../support/test.ts';

type Entry = { event: string; transactionId?: string } & Record<string, unknown>;

const PRIVATE = /Candidata|Inventada|exemplo\.test|319\d{8}|2003-05-10/;

const layerOf = (page: Page) =>
  page.evaluate(() => ((window as { dataLayer?: unknown[] }).dataLayer ?? []) as Entry[]);
const readByManager = (page: Page, id = 'GTM-ALFA1') =>
  page.evaluate(
    (name) =>
      (window as { google_tag_manager?: Record<string, { read: Entry[] }> }).google_tag_manager?.[name]
        ?.read ?? null,
    id,
  );
const consentOf = (page: Page, id = 'GTM-ALFA1') =>
  page.evaluate(
    (name) =>
      (window as { google_tag_manager?: Record<string, { consent: unknown[] }> }).google_tag_manager?.[name]
        ?.consent ?? null,
    id,
  );
const banner = (page: Page) => page.getByRole('region', { name: 'Cookies' });
/** The banner may be shown before the scripts that handle the answer. */
const answer = async (page: Page, name: string) => {
  await banner(page).getByRole('button', { name }).click();
  await expect(banner(page)).toBeHidden();
};
const choiceOf = async (page: Page) =>
  (await page.context().cookies()).find(({ name }) => name === 'cookieConsent')?.value;

/** Fills in the application form for Administração and submits it. */
async function applyByPage(page: Page, product: Product): Promise<void> {
  await page.goto(product.url('/course'));
  await page.getByRole('searchbox').fill('administra');
  await page.getByRole('button', { name: 'Ver curso Administração' }).click();
  await choosePlaceAndWay(page);
  await page.getByRole('button', { name: 'Inscrever-se' }).click();
  await expect(page).toHaveURL(/\/subscriptions\/essays\/\d+$/);
}

/** From the contract to the end of the journey, without a reload. */
async function enrolByPage(page: Page, product: Product, candidate: Candidate): Promise<void> {
  await page.getByRole('link', { name: 'Continuar matrícula' }).click();
  const main = (name: string) => page.getByRole('button', { name, exact: true }).first();
  await readContract(page);
  await main('Aceitar contrato').click();
  await page.getByRole('radio', { name: /^6 parcelas/ }).check();
  await page.getByRole('radio', { name: /^Pix/ }).check();
  await page.getByRole('button', { name: /^Pagar R\$ 360,00/ }).click();
  await expect(page.getByText('Aguardando pagamento…')).toBeVisible();
  const [payment] = await paymentsOf(product, candidate.subscriptionId);
  await payInSandbox(product, payment?.paymentId ?? 0);
  await expect(page.getByRole('heading', { name: 'Pagamento confirmado!' })).toBeVisible();
  await page.getByRole('button', { name: /Enviar documentos|Continuar/ }).click();
  await sendDocuments(page, product, candidate.subscriptionId);
}

async function sendDocuments(page: Page, product: Product, subscriptionId: number): Promise<void> {
  const photo = join(tmpdir(), `orbita-foto-${process.pid}.jpg`);
  writeFileSync(photo, JPEG);
  await expect(page.getByText('0 de 7 aprovados')).toBeVisible();
  const list = await product.operations<{ data: { id: number; name: string; required: boolean }[] }>(
    'GET',
    `/documents?subscriptionId=${subscriptionId}`,
  );
  const required = list.data.filter((one) => one.required);
  for (const { name } of required) {
    const card = page
      .getByRole('article')
      .or(page.getByRole('listitem'))
      .or(page.getByRole('group'))
      .filter({ hasText: name })
      .filter({ has: page.locator('input[type=file]') })
      .first();
    await fileField(card).setInputFiles(photo);
    await expect(card.getByText('Em análise')).toBeVisible();
  }
  await expect(page.getByText('Em verificação')).toHaveCount(0);
  for (const { id } of required)
    await product.operations('POST', `/documents/${id}/review`, { decision: 'approved' });
  await expect(page.getByText('Sua matrícula foi concluída.')).toBeVisible();
}

const TRACKED = ['useMaisAMediaTracking: false', 'useMaisAMediaTracking: true'] as const;
let putBack: () => Promise<unknown> = async () => undefined;

test.use({ cookieChoice: null });

test.describe('media tracking', () => {
  test.beforeAll(async ({ product }) => {
    putBack = await changeCatalogue(product, (yaml) => yaml.replace(...TRACKED));
  });
  test.afterAll(() => putBack());

  test('J20: "Somente necessários" keeps the data layer empty through an enrolment', async ({
    page,
    product,
    context,
  }) => {
    const candidate = await Candidate.at('data-complete', product, context);
    await page.goto(candidate.page);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(banner(page)).toBeVisible();
    await expectAccessible(page, 'cookie banner');
    await expectNoSideways(page);
    await answer(page, 'Somente necessários');
    await expect(banner(page)).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    expect(await choiceOf(page)).toBe('00');
    await enrolByPage(page, product, candidate);
    expect(await layerOf(page)).toEqual([]);
    await page.goto(product.url('/portal'));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(banner(page)).toHaveCount(0);
    expect(await layerOf(page)).toEqual([]);
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(
      'tracking',
    );
  });

  test('J20: "Aceitar todos" sends the five events in version 2, without personal data', async ({
    page,
    product,
    context,
  }) => {
    const candidate = await Candidate.at('data-complete', product, context);
    await page.goto(candidate.page);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await answer(page, 'Aceitar todos');
    expect(await choiceOf(page)).toBe('11');
    await enrolByPage(page, product, candidate);
    await expect
      .poll(async () => (await layerOf(page)).map(({ event }) => event))
      .toEqual(['contrato_aceito', 'pagamento_confirmado', 'matricula_concluida']);
    const events = await layerOf(page);
    expect(events[1]).toEqual({
      event: 'pagamento_confirmado',
      ga4Event: 'purchase',
      transactionId: expect.stringMatching(/^[0-9a-f-]{32,36}$/),
      ecommerce: {
        transaction_id: expect.stringMatching(/^[0-9a-f-]{32,36}$/),
        items: [{ item_name: 'Administração', quantity: 1 }],
        value: 360,
        currency: 'BRL',
        coupon: null,
      },
      subscription: { type: 'essay', statusCode: 5 },
    });
    expect(new Set(events.map(({ transactionId }) => transactionId)).size).toBe(1);
    expect(events.map(({ subscription }) => (subscription as { statusCode: number }).statusCode)).toEqual([
      4, 5, 7,
    ]);
    expect(JSON.stringify(events)).not.toMatch(PRIVATE);
    await page.reload();
    await expect(page.getByText('Sua matrícula foi concluída.')).toBeVisible();
    expect(await layerOf(page), 'each is reported once').toEqual([]);
  });

  test('J20: starting and sending an application are reported with the same random number', async ({
    page,
    product,
    context,
  }) => {
    const candidate = await Candidate.at('signed-up', product, context);
    await page.goto(product.url('/portal?utm_source=feira&utm_medium=cartaz'));
    await answer(page, 'Aceitar todos');
    await applyByPage(page, product);
    const events = await layerOf(page);
    expect(events.map(({ event }) => event)).toEqual(['inscricao_iniciada', 'inscricao_criada']);
    expect(events[0]?.transactionId).toBe(events[1]?.transactionId);
    const id = /(\d+)$/.exec(page.url())?.[1] ?? 'none';
    expect(events[1]?.transactionId).not.toContain(id);
    const made = await product.operations<{ tracking: unknown }>('GET', `/subscriptions/${id}`);
    expect(made.tracking).toMatchObject({ utmSource: 'feira', utmMedium: 'cartaz', utmCampaign: null });
    expect(JSON.stringify(events)).not.toMatch(PRIVATE);
    // The choice made in this browser is in the person's record.
    const { uuid } = await uuidOf(candidate);
    await expect
      .poll(() => candidate.call<{ cookies: unknown }>('GET', `/candidate/users/${uuid}/consents`))
      .toMatchObject({ cookies: { analytics: true, marketing: true } });
  });

  test('a minor is never tracked, whatever was chosen before in this browser', async ({
    page,
    product,
    context,
  }) => {
    await page.goto(product.url('/?utm_source=feira'));
    await answer(page, 'Aceitar todos');
    const person = { ...inventedPerson(), birthDate: '2009-06-01' };
    await page.goto('about:blank');
    await Candidate.at('signed-up', product, context, { person });
    const sent = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().endsWith('/candidate/subscriptions'),
    );
    await applyByPage(page, product);
    expect((await sent).postDataJSON()).not.toHaveProperty('tracking');
    expect(await layerOf(page)).toEqual([]);
    // The record accepts no marketing consent from people under 18, and the browser follows it.
    await expect.poll(() => choiceOf(page), { timeout: 20_000 }).toBe('10');
  });
});

test.describe('scripts of media tracking', () => {
  test.beforeAll(async ({ product }) => {
    putBack = await changeCatalogue(product, (yaml) =>
      yaml
        .replace(...TRACKED)
        .replace('googleTagManagerId: null', 'googleTagManagerId: GTM-ALFA1')
        .replace('googleOptimizeId: null', 'googleOptimizeId: OPT-ALFA1'),
    );
  });
  test.afterAll(() => putBack());

  test('D10: load after consent, only on the listed pages, and are removed by a full page load', async ({
    page,
    product,
    context,
  }) => {
    const foreign: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/tags/')) foreign.push(new URL(request.url()).pathname);
    });
    const mark = () => page.evaluate(() => Object.assign(window, { sameDocument: true }));
    const same = () => page.evaluate(() => 'sameDocument' in window);
    const candidate = await Candidate.at('approved', product, context);
    await page.goto(product.url('/portal'));
    await expect(banner(page)).toBeVisible();
    expect(foreign).toEqual([]);
    await answer(page, 'Aceitar todos');
    await expect.poll(() => readByManager(page)).toEqual([expect.objectContaining({ event: 'gtm.js' })]);
    const granted = {
      ...{ analytics_storage: 'granted', ad_storage: 'granted' },
      ...{ ad_user_data: 'granted', ad_personalization: 'granted' },
    };
    expect(await consentOf(page)).toEqual([
      { how: 'default', state: expect.objectContaining({ ad_storage: 'denied' }), after: 0 },
      { how: 'update', state: granted, after: 0 },
    ]);
    // The tag manager inserts a tag's script as plain text, as the real one does.
    await expect
      .poll(() => [...foreign].sort())
      .toEqual(['/tags/gtm.js', '/tags/optimize.js', '/tags/tag.js']);

    // Between pages that may have it nothing is reloaded.
    await mark();
    await page.getByRole('link', { name: 'Nova inscrição' }).first().click();
    await expect(page.getByRole('searchbox')).toBeVisible();
    expect(await same()).toBe(true);

    // Into an application: a document without it.
    await page.goto(product.url('/portal'));
    await expect.poll(() => readByManager(page)).not.toBeNull();
    await mark();
    await page.getByRole('link', { name: /^Ver resultado/ }).click();
    await expect(page).toHaveURL(candidate.page);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await same()).toBe(false);
    expect(await readByManager(page)).toBeNull();

    // Nor on any other page that is opened directly.
    const before = foreign.length;
    for (const path of [
      `/profile/${candidate.personId}`,
      `/essays/${candidate.essayId}`,
      `/tracking?subscription=${candidate.subscriptionId}`,
      '/print',
    ]) {
      await page.goto(product.url(path));
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
      expect(await readByManager(page), path).toBeNull();
    }
    expect(foreign).toHaveLength(before);

    // And back: the portal is reloaded, so that it may have it. Only if the person is known to be of age, and nobody has to
    // wait until that is known.
    const known = page.waitForResponse((answer) => answer.url().endsWith('/person-data'));
    await page.goto(product.url(`/tracking?subscription=${candidate.subscriptionId}`));
    await (await known).finished();
    await mark();
    await page.getByRole('link', { name: 'Voltar ao portal' }).click();
    await expect.poll(() => readByManager(page)).not.toBeNull();
    expect(await same()).toBe(false);
  });

  test('events from elsewhere are reported on the next allowed page, including S-32', async ({
    page,
    product,
    context,
  }) => {
    const candidate = await Candidate.at('data-complete', product, context);
    await page.goto(candidate.page);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await answer(page, 'Aceitar todos');
    await enrolByPage(page, product, candidate);
    await expect(page).toHaveURL(/\?etapa=matricula-concluida$/);
    await expect
      .poll(async () => (await readByManager(page))?.map(({ event }) => event))
      .toEqual(['contrato_aceito', 'pagamento_confirmado', 'matricula_concluida', 'gtm.js']);
    expect(JSON.stringify(await readByManager(page))).not.toMatch(PRIVATE);
    // The address alone reveals nothing.
    await page.goto('about:blank');
    const other = await Candidate.at('applied', product, context);
    await page.goto(`${other.page}?etapa=matricula-concluida`);
    await expect(page).toHaveURL(other.page);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await readByManager(page)).toBeNull();
  });

  test('signing in as a minor drops the script', async ({ page, product, context }) => {
    const person = { ...inventedPerson(), birthDate: '2009-06-01' };
    await Candidate.at('signed-up', product, context, { person });
    await forget(page);
    await page.goto(product.url('/'));
    await answer(page, 'Aceitar todos');
    await expect.poll(() => readByManager(page)).not.toBeNull();
    await page.getByRole('link', { name: /esquec/i }).click();
    await expect(page).toHaveURL(/reset-password/);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await readByManager(page), 'where a password is set').toBeNull();
    await page.goto(product.url('/'));
    await expect.poll(() => readByManager(page)).not.toBeNull();
    await page.getByRole('textbox', { name: 'CPF', exact: true }).fill(person.cpf);
    await page.getByRole('textbox', { name: 'Senha', exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await expect(page).toHaveURL(product.url('/portal'));
    await expect(page.getByRole('heading', { level: 1, name: /^Olá/ })).toBeVisible();
    expect(await readByManager(page)).toBeNull();
    expect(await layerOf(page)).toEqual([]);
  });
});

test('S-44: preferences can be chosen one by one, by keyboard alone', async ({ page, product }) => {
  await page.goto(product.url('/'));
  await expect(banner(page).getByText(/^O site usa cookies para funcionar/)).toBeVisible();
  const customise = banner(page).getByRole('button', { name: 'Personalizar' });
  await customise.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Preferências de cookies' });
  await expect(dialog).toBeVisible();
  await expectAccessible(page, 'cookie preferences');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(customise).toBeFocused();
  await page.keyboard.press('Enter');
  for (const box of await dialog.getByRole('checkbox').all()) await expect(box).not.toBeChecked();
  await dialog.getByRole('checkbox', { name: /^Análise/ }).press('Space');
  await dialog.getByRole('button', { name: 'Salvar escolha' }).press('Enter');
  await expect(banner(page)).toHaveCount(0);
  expect(await choiceOf(page)).toBe('10');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Entrar', exact: true })).toBeVisible();
  await expect(banner(page)).toHaveCount(0);
});

const uuidOf = async (candidate: Candidate) =>
  (await candidate.call<{ payloadToken: { uuid: string } }>('GET', '/candidate/users/check/')).payloadToken;
