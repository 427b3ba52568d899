import type { Page } from '@playwright/test';
import { CASES_FOREIGNER, FIELD_CASES, type FieldCase } from '../../domain/person/testing/index.ts';
import { judge } from '../../domain/person/testing/judge.ts';
import { judgedInBrowser } from '../support/browser-rules.ts';
import { Candidate, inventedPerson, PASSWORD } from '../support/candidate.ts';
import { errorSummary } from '../support/error-summary.ts';
import { expect, expectAccessible, expectNoSideways, test } from '../support/test.ts';

const field = (page: Page, name: string) => page.locator(`[id="${name}"]`);
const errorOf = (page: Page, name: string) => page.locator(`.field__error[id="${name}-aviso"]`);
const save = (page: Page) => page.getByRole('button', { name: 'Salvar', exact: true }).click();

async function openProfile(page: Page, candidate: Candidate, host?: string): Promise<void> {
  await page.goto(candidate.product.url(`/profile/${candidate.personId}`, host));
  await expect(page.getByRole('heading', { level: 1, name: 'Meus dados' })).toBeVisible();
}

/** What a person types for the value of a case: dates in the local format. */
const typedOf = ({ field: name, value }: FieldCase) =>
  name === 'birthDate' ? String(value).replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$3/$2/$1') : String(value ?? '');

/** The value the rules check for a field's content: the form parses dates first. */
const readOf = ({ field: name }: FieldCase, held: string) =>
  name === 'birthDate' ? held.replace(/^(\d{2})\/(\d{2})\/(\d{4})$/, '$3-$2-$1') : held;

const NOT_HERE: readonly string[] = ['rne', 'passport', 'motherName', 'personAddress.cityId'];

test('field rules (spec 2.4): browser and form validate as the table says', async ({
  page,
  product,
  context,
}) => {
  const candidate = await Candidate.at('data-complete', product, context);

  await test.step('the rules in the browser', async () => {
    const found = await judgedInBrowser(page);
    const asked = FIELD_CASES.map((one) => ({ name: `${one.field}: ${one.why}`, text: one.text }));
    expect(found.map(({ name, text }) => ({ name, text }))).toEqual(asked);
  });

  await test.step('the form, when typed and pasted into', async () => {
    // Filling in by CEP is tested elsewhere; here it must not change the state under the rule.
    await page.route('**/addresses/zip-codes/*', (route) =>
      route.fulfill({ status: 404, json: { code: 'ZIP_NOT_FOUND', message: 'CEP não encontrado.' } }),
    );
    await openProfile(page, candidate);
    await field(page, 'name').fill('');
    await save(page);
    await expect(errorOf(page, 'name')).toHaveText('Obrigatório.');
    await field(page, 'name').fill('Candidata Um');
    for (const of of [undefined, 'foreigner'] as const) {
      if (of) await field(page, 'nationality').selectOption(String(CASES_FOREIGNER.nationality));
      const cases = FIELD_CASES.filter((one) => one.of === of && !NOT_HERE.includes(one.field));
      let last = '';
      for (const one of cases) {
        const good = cases.find(({ field: name, text }) => name === last && !text);
        if (one.field !== last && good) await field(page, last).fill(typedOf(good));
        last = one.field;
        await field(page, one.field).fill(typedOf(one));
        // Masks drop characters that are invalid in such a number; the rest is checked by the same rules.
        const held = await field(page, one.field).inputValue();
        const text = judge({ ...one, value: readOf(one, held) });
        const what = `${one.field}: ${one.why}`;
        if (text) await expect(errorOf(page, one.field), what).toHaveText(text);
        else await expect(errorOf(page, one.field), what).toHaveCount(0);
        if (!one.text) expect(text, what).toBeUndefined();
      }
    }
  });
});

test('U7 fields bring up the right keyboard, support autofill and accept pasted text', async ({
  page,
  product,
  context,
}) => {
  const candidate = await Candidate.at('data-complete', product, context);
  await openProfile(page, candidate);
  for (const [name, autocomplete, mode, type] of [
    ['name', 'name', null, 'text'],
    ['birthDate', 'bday', 'numeric', 'text'],
    ['genderId', 'sex', null, null],
    ['document', 'off', 'numeric', 'text'],
    // A field of type `email` hides its caret position, which forcing lower case has to preserve. `tel` brings the
    // country of whoever lives abroad.
    ['email', 'email', 'email', 'text'],
    ['cellPhone', 'tel', 'tel', 'text'],
    ['phone', 'off', 'tel', 'text'],
    ['personAddress.zipCode', 'postal-code', 'numeric', 'text'],
    ['personAddress.street', 'address-line1', null, 'text'],
    ['personAddress.complement', 'address-line2', null, 'text'],
    ['personAddress.neighborhood', 'address-level3', null, 'text'],
    ['personAddress.stateId', 'address-level1', null, null],
    ['personAddress.cityId', 'address-level2', null, null],
  ] as const) {
    const box = field(page, name);
    expect(await box.getAttribute('autocomplete'), name).toBe(autocomplete);
    if (mode) expect(await box.getAttribute('inputmode'), name).toBe(mode);
    if (type) expect((await box.getAttribute('type')) ?? 'text', name).toBe(type);
  }
  for (const [name, pasted, shown] of [
    ['document', ' 505 606 707 53', '505.606.707-53'],
    ['cellPhone', '+55 (31) 90000-0001', '(31) 90000-0001'],
    ['cellPhone', '31.90000.0001', '(31) 90000-0001'],
    ['personAddress.zipCode', '30.100-001', '30100-001'],
    ['birthDate', '2003-05-10', '10/05/2003'],
    ['birthDate', '10.05.2003', '10/05/2003'],
  ] as const) {
    await field(page, name).fill(pasted);
    await expect(field(page, name), pasted).toHaveValue(shown);
  }
  const zip = field(page, 'personAddress.zipCode');
  await zip.focus();
  await zip.evaluate((box: HTMLInputElement) => box.setSelectionRange(2, 3));
  await page.keyboard.type('7');
  await expect(zip).toHaveValue('30700-001');
  expect(await zip.evaluate((box: HTMLInputElement) => box.selectionStart)).toBe(3);
});

test('U4 U6 U8 U30 U31 U32 the profile on a small screen, at 400 %, by keyboard', async ({
  page,
  product,
  context,
}) => {
  const candidate = await Candidate.at('signed-up', product, context);
  await page.setViewportSize({ width: 360, height: 640 });
  await openProfile(page, candidate);
  await expect(page).toHaveTitle(/^Meus dados · /);
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR');

  await test.step('U4: a section takes the focus on its heading', async () => {
    for (const [name, title] of [
      ['Mensagens', 'Mensagens'],
      ['Dados', 'Meus dados'],
    ] as const) {
      await page
        .getByRole('navigation', { name: 'Partes dos seus dados' })
        .getByRole('link', { name, exact: true })
        .press('Enter');
      await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeFocused();
    }
  });

  await test.step('U6: each group of related fields has a heading and few fields', async () => {
    const headings = page.locator('form').getByRole('heading', { level: 2 });
    await expect(headings).toHaveText([
      'Sobre você',
      'Seus documentos',
      'Como falamos com você',
      'Onde você mora?',
    ]);
    const most = await page.evaluate(() => {
      const boxes = [...document.querySelectorAll<HTMLElement>('form .field')].map((box) => {
        const { top, bottom } = box.getBoundingClientRect();
        return { top: top + scrollY, bottom: bottom + scrollY };
      });
      const bars = [...document.querySelectorAll<HTMLElement>('.bar, .action-bar--sticky')];
      const visible = innerHeight - bars.reduce((sum, bar) => sum + bar.offsetHeight, 0);
      // Number and complement share a row, so neither is read without the other.
      const rows = [...new Map(boxes.map((box) => [Math.round(box.bottom), box])).values()];
      return Math.max(
        ...rows.map(({ top }) => rows.filter((box) => box.top >= top && box.bottom <= top + visible).length),
      );
    });
    expect(most, 'rows of fields wholly on one screen').toBeLessThanOrEqual(5);
  });

  await test.step('U8: each error is shown briefly at its field and in the summary', async () => {
    await save(page);
    const summary = errorSummary(page);
    await expect(summary).toBeFocused();
    await expect(page).toHaveTitle(/^Erro: /);
    const links = await summary.getByRole('link').allTextContents();
    expect(links.length).toBe(await page.locator('.field__error').count());
    for (const text of links) expect(text.split(/\s+/).length, text).toBeLessThanOrEqual(15);
    await summary.getByRole('link').first().click();
    await expect(field(page, 'genderId')).toBeFocused();
    for (const name of ['socialName', 'rg', 'rgIssuer', 'rgState', 'phone', 'personAddress.complement'])
      await expect(page.locator(`label[for="${name}"]`)).toContainText('(opcional)');
  });

  await test.step('U30: by keyboard', async () => {
    await expect(field(page, 'genderId').locator('option', { hasText: 'Feminino' })).toHaveCount(1);
    await page.keyboard.press('ArrowDown');
    await expect(field(page, 'genderId').locator('option:checked')).toHaveText('Feminino');
    await expect(errorOf(page, 'genderId')).toHaveCount(0);
  });

  await test.step('U31 U32: at 400 % and in dark mode', async () => {
    await page.setViewportSize({ width: 320, height: 256 });
    await expectNoSideways(page);
    const small = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('form input, form select, form button, .action-bar button')]
        // A tick is as large as its row.
        .map((box) => ({
          id: box.id || box.textContent,
          height: (box.closest('.check') ?? box).getBoundingClientRect().height,
        }))
        .filter(({ height }) => height < 44),
    );
    expect(small).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page, 'S-37 at 400 % in the dark');
  });
});

test('J04: a foreigner can give a phone number of another country', async ({ page, product, context }) => {
  const host = 'beta.orbita.test';
  const candidate = await Candidate.at('signed-up', product, context, { host });
  await openProfile(page, candidate, host);
  await field(page, 'genderId').selectOption('Masculino');
  await field(page, 'personAddress.zipCode').fill('01001-000');
  await expect(page.getByText('Endereço encontrado')).toBeVisible();
  await field(page, 'personAddress.number').fill('S/N');

  await field(page, 'cellPhone').fill('(31) 80000-0000');
  await save(page);
  await expect(errorOf(page, 'cellPhone')).toHaveText('Celular inválido.');

  await field(page, 'nationality').selectOption('AR');
  await expect(field(page, 'rg')).toHaveCount(0);
  await field(page, 'cellPhone').fill('+5491100000000');
  await expect(errorOf(page, 'cellPhone')).toHaveCount(0);
  await save(page);
  const dialog = page.getByRole('dialog', { name: 'Confirmar celular' });
  await dialog.getByRole('button', { name: 'Enviar código' }).click();
  await expect(dialog.getByLabel('Código')).toBeVisible();
  const text = async () => (await product.outbox('+5491100000000'))[0]?.text ?? '';
  await expect.poll(text).toMatch(/\d{6}/);
  await dialog.getByLabel('Código').fill(/\d{6}/.exec(await text())?.[0] ?? '');
  await dialog.getByRole('button', { name: 'Confirmar' }).click();
  await expect(dialog.getByText('Celular confirmado.')).toBeVisible();
  await dialog.getByRole('button', { name: 'OK' }).click();
  await page.reload();
  await expect(field(page, 'cellPhone')).toHaveValue('+5491100000000');
});

test('J05: a candidate signed in with an RNE can add a CPF, but not another account’s', async ({
  page,
  product,
  context,
}) => {
  const host = 'beta.orbita.test';
  const other = await Candidate.at('signed-up', product, context, { host });
  await context.clearCookies();
  const cpf = inventedPerson().cpf;
  const { email } = inventedPerson();
  await page.goto(product.url('/', host));
  await page.getByRole('link', { name: 'Criar conta' }).click();
  await page.getByRole('radio', { name: 'RNE' }).check();
  const rne = page.getByRole('textbox', { name: 'RNE' });
  await rne.fill('V000000-0');
  await page.getByRole('textbox', { name: 'Nome completo' }).fill('Candidata Cinco');
  await page.getByLabel('Data de nascimento').fill('09/09/2000');
  await page.getByLabel('Nacionalidade').selectOption('AR');
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await page.getByLabel('Celular').fill('+5491100000005');
  await page.getByRole('textbox', { name: 'Senha', exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirmar senha').fill(PASSWORD);
  await page.getByLabel(/Li o Aviso de Privacidade/).check();
  const create = page.locator('form').getByRole('button', { name: 'Criar conta' });
  await create.click();
  await expect(page.locator('.field__error').first()).toHaveText('RNE inválido.');
  await rne.fill('v246802-4');
  await create.click();
  await expect(page.getByRole('dialog', { name: 'Boas-vindas!' })).toBeVisible();

  await page.goto(product.url('/profile', host));
  await expect(field(page, 'document')).toHaveValue('V246802-4');
  await expect(page.locator('label[for="document"]')).toHaveText('RNE');
  await field(page, 'genderId').selectOption('Feminino');
  await field(page, 'personAddress.zipCode').fill('30100-001');
  await expect(page.getByText('Endereço encontrado')).toBeVisible();
  await field(page, 'personAddress.number').fill('100');
  await field(page, 'cpf').fill(other.person.cpf);
  await save(page);
  await expect(page.getByRole('alert')).toContainText('Já existe outro CPF/RNE vinculado a esta conta.');
  await field(page, 'cpf').fill(cpf);
  await save(page);
  await expect(page.getByRole('status').filter({ hasText: 'Dados salvos com sucesso.' })).toBeVisible();
});

test('after saving, the page returns to where the candidate came from', async ({
  page,
  product,
  context,
}) => {
  const candidate = await Candidate.at('data-complete', product, context);
  const back = encodeURIComponent('/orbita/candidate/tracking');
  await page.goto(product.url(`/profile/${candidate.personId}?redirectTo=${back}`));
  await field(page, 'personAddress.complement').fill('Apto 1');
  await save(page);
  await expect(page).toHaveURL(/\/tracking/);
  await page.goto(product.url(`/profile/${candidate.personId}?redirectTo=https%3A%2F%2Fmalicioso.test`));
  await field(page, 'personAddress.complement').fill('Apto 2');
  await save(page);
  await expect(page.getByRole('status').filter({ hasText: 'Dados salvos com sucesso.' })).toBeVisible();
  await expect(page).toHaveURL(/\/profile\//);
});

test('text typed during a save stays', async ({ page, product, context }) => {
  const candidate = await Candidate.at('data-complete', product, context);
  await openProfile(page, candidate);
  let answer = () => {};
  const asked = new Promise<void>((done) => {
    answer = done;
  });
  await page.route('**/person-data', async (route) => {
    if (route.request().method() === 'PUT') await asked;
    await route.continue();
  });
  const street = field(page, 'personAddress.street');
  await street.fill('Rua Enviada');
  await save(page);
  await street.fill('Rua Digitada Depois');
  const saved = page.waitForResponse((one) => one.request().method() === 'PUT');
  answer();
  await saved;
  await expect(page.getByRole('button', { name: 'Salvar', exact: true })).toBeVisible();
  await expect(street).toHaveValue('Rua Digitada Depois');
  await save(page);
  await expect(page.getByText('Dados salvos com sucesso.')).toBeVisible();
  await page.reload();
  await expect(street).toHaveValue('Rua Digitada Depois');
});
