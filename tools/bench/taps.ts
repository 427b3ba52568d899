import { chromium, type Locator, type Page } from '@playwright/test';
import { inventedPerson, PASSWORD } from '../../e2e/support/candidate.ts';
import { essayOf } from '../../e2e/support/content.ts';
import { Product } from '../../e2e/support/product.ts';
import type { Figure } from './table.ts';

/** Upper limits. */
const MOST = { taps: 43, screens: 14 };

/** A person's hand on a phone: every touch counts, a list twice (opening it and choosing an option), typing does not. */
class Hand {
  readonly page: Page;
  taps = 0;
  readonly screens: string[] = [];

  constructor(page: Page) {
    this.page = page;
  }

  /** Records the current screen by its heading; a dialog on top of it does not count as a screen. */
  async look(): Promise<void> {
    const title = (await this.page.locator('h1').first().textContent()) ?? '';
    if (this.screens.at(-1) !== title) this.screens.push(title);
  }

  async press(target: Locator): Promise<void> {
    await target.waitFor();
    await this.look();
    await target.tap();
    this.taps += 1;
  }

  button(name: string | RegExp): Promise<void> {
    const { page } = this;
    return this.press(page.getByRole('button', { name }).or(page.getByRole('link', { name })).first());
  }

  async type(label: string | RegExp, text: string): Promise<void> {
    const field = this.page.getByRole('textbox', { name: label }).first();
    await this.press(field);
    await field.fill(text);
  }

  /** Chooses an option of a list, unless the page already did. */
  async choose(list: Locator, label: string): Promise<void> {
    await list.waitFor();
    await this.look();
    const line = list.locator('option', { hasText: label }).first();
    await line.waitFor({ state: 'attached' });
    if (await line.evaluate((one: HTMLOptionElement) => one.selected)) return;
    await list.selectOption({ label });
    this.taps += 2;
  }
}

async function signUp(hand: Hand, product: Product): Promise<void> {
  const person = inventedPerson();
  await hand.page.goto(product.url('/'));
  await hand.button('Criar conta');
  await hand.type('CPF', person.cpf);
  await hand.type('Nome completo', person.name);
  await hand.type('Data de nascimento', person.birthDate);
  await hand.type('E-mail', person.email);
  await hand.type('Celular', person.cellPhone);
  await hand.type(/^Senha/, PASSWORD);
  await hand.type('Confirmar senha', PASSWORD);
  await hand.press(hand.page.getByRole('checkbox', { name: /Aviso de Privacidade/ }));
  await hand.press(hand.page.locator('form').getByRole('button', { name: 'Criar conta' }));
}

async function apply(hand: Hand): Promise<number> {
  const { page } = hand;
  await hand.button('Começar');
  await hand.button('Ver curso Administração');
  await hand.choose(page.getByLabel('Polo', { exact: true }), 'Polo Belo Horizonte');
  await hand.choose(page.getByLabel('Forma de ingresso', { exact: true }).last(), 'Vestibular online');
  await hand.choose(page.getByLabel('Escolaridade'), 'Ensino médio completo');
  await hand.button('Inscrever-se');
  await page.waitForURL(/essays\/\d+/);
  return Number(/essays\/(\d+)/.exec(page.url())?.[1]);
}

async function writeEssay(hand: Hand, product: Product, subscriptionId: number): Promise<void> {
  const { page } = hand;
  await hand.press(page.getByLabel('Li e concordo com as regras da redação'));
  await hand.button('Iniciar redação');
  await hand.type('Título', 'Meu título');
  await hand.type('Redação', essayOf(180));
  await hand.button(/^Finalizar/);
  await hand.press(page.getByRole('dialog').getByRole('button', { name: /Finalizar/ }));
  await page.getByText('Sua redação chegou!').waitFor();
  await hand.look();
  type Essays = { data: { id: number; subscriptionId: number }[] };
  const { data } = await product.operations<Essays>('GET', '/essays?state=finished');
  const essay = data.find((one) => one.subscriptionId === subscriptionId);
  const grade = { score: 720, hasPlagiarism: false, feedback: 'Bom texto.' };
  await product.operations('POST', `/essays/${essay?.id}/grade`, grade);
  await hand.button('Continuar matrícula');
}

async function enrol(hand: Hand): Promise<void> {
  const { page } = hand;
  await hand.choose(page.getByLabel('Gênero'), 'Feminino');
  await hand.type('Nome da mãe', 'Responsável Exemplo');
  await hand.type('RG', 'MG1234567');
  await hand.button('Salvar e continuar');
  await hand.type('CEP', '30100-001');
  await page.getByText('Endereço encontrado').waitFor();
  await hand.type('Número', '100');
  await hand.type('Nome da escola', 'Escola Exemplo');
  await hand.choose(page.getByLabel('Tipo de escola'), 'Pública');
  const school = page.getByRole('region', { name: 'Onde você estudou' });
  await hand.choose(school.getByLabel('Estado'), 'Minas Gerais');
  await hand.choose(school.getByLabel('Cidade'), 'Belo Horizonte');
  await hand.type('Ano de conclusão do ensino médio', '2021');
  await hand.button('Salvar e continuar');
  await hand.button('Ler contrato');
  await page.getByRole('region', { name: 'Texto do contrato' }).evaluate((text) => {
    text.scrollTop = text.scrollHeight;
  });
  await page.getByText('Você chegou ao fim do contrato.').waitFor();
  await hand.press(page.getByLabel(/^Li e aceito os termos/));
  await hand.button('Aceitar contrato');
  await hand.button(/^Pagar R\$ /);
  await hand.button('Copiar código Pix');
}

/** How many taps and screens it takes on a phone from the first visit to the paid code of an essay application. */
export async function tapFigures(executablePath: string): Promise<Figure[]> {
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--host-resolver-rules=MAP *.orbita.test 127.0.0.1'],
  });
  const product = await Product.start();
  try {
    const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, locale: 'pt-BR' };
    const hand = new Hand(await browser.newPage(phone));
    await signUp(hand, product);
    await writeEssay(hand, product, await apply(hand));
    await enrol(hand);
    const figure = (what: string, count: number, most: number): Figure => ({
      what: `${what} to the Pix code of an essay application`,
      measured: String(count),
      target: `≤ ${most}`,
      reached: count <= most,
    });
    for (const title of hand.screens) console.log(`  ${title}`);
    return [figure('taps', hand.taps, MOST.taps), figure('screens', hand.screens.length, MOST.screens)];
  } finally {
    await product.stop();
    await browser.close();
  }
}
