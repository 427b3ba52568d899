import type { Locator, Page } from '@playwright/test';
import { EVERYTHING } from '../../testing/sample.ts';
import { Candidate, type State } from '../support/candidate.ts';
import { otherSteps, questionnaireStep } from '../support/other-steps.ts';
import { expect, expectAccessible, expectNoSideways, test } from '../support/test.ts';
import { expectWholeText, inWiderFace } from '../support/whole-text.ts';

/** Width and height of a screen, and its text size as a percentage of the usual one. */
type Screen = readonly [width: number, height: number, text: number];
const LANDSCAPE_WITH_KEYBOARD: Screen = [740, 200, 100];
const LARGE_TEXT_WITH_KEYBOARD: Screen = [360, 400, 175];
const PHONE: Screen = [360, 740, 100];
const LARGEST_TEXT: Screen = [360, 740, 200];
const LARGE_TEXT: readonly Screen[] = [[360, 740, 150], LARGEST_TEXT];
const DESKTOP: Screen = [1440, 900, 100];
/** What a browser leaves of the height of a small laptop. */
const LOW_WINDOW = 600;
/** A desktop of 1280 px at 400 %. */
const MAGNIFIED: Screen = [320, 256, 100];

async function showOn(page: Page, [width, height, text]: Screen): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.evaluate((size) => {
    document.documentElement.style.fontSize = `${size}%`;
  }, text);
}

/** Left edges of the content in the bar and on the page; empty if a page has no bar. */
const edgesOf = (page: Page): Promise<number[]> =>
  page.evaluate(() => {
    const boxes = [...document.querySelectorAll('.bar__inner, .page:not(footer), .essay-bar__inner, .essay')];
    return boxes.map(
      (box) => box.getBoundingClientRect().left + Number.parseFloat(getComputedStyle(box).paddingLeft),
    );
  });

/**
 * Panels that stay in view although they are higher than a low desktop window and do not scroll by themselves: their end, with
 * whatever has the focus there, is out of reach until the page's own end.
 */
const cutByLowWindow = (page: Page): Promise<string[]> =>
  page.evaluate((height) => {
    const panels = [...document.querySelectorAll<HTMLElement>('body *')].filter((one) => {
      const { position, top, overflowY } = getComputedStyle(one);
      const from = Number.parseFloat(top);
      return position === 'sticky' && overflowY === 'visible' && from + one.offsetHeight > height;
    });
    return panels.map((one) => `${one.className}: ${one.offsetHeight} px`);
  }, LOW_WINDOW);

/** Lines of a long text that are visible at once, between what sticks above and below it. */
const linesSeen = (page: Page, text: string): Promise<number> =>
  page.locator(text).evaluate((element) => {
    element.scrollIntoView({ block: 'center' });
    const shown = (selector: string) =>
      [...document.querySelectorAll(selector)]
        .filter((one) => getComputedStyle(one).position === 'sticky')
        .map((one) => one.getBoundingClientRect());
    const { top, bottom } = element.getBoundingClientRect();
    const from = Math.max(0, top, ...shown('.essay-bar').map((box) => box.bottom));
    const to = Math.min(innerHeight, bottom, ...shown('.essay-foot').map((box) => box.top));
    return (to - from) / Number.parseFloat(getComputedStyle(element).lineHeight);
  });

/** Texts that are cut off with the letter, word and line spacing that people may set (WCAG 1.4.12). */
const cutBySpacing = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const style = new CSSStyleSheet();
    style.replaceSync(
      '* { letter-spacing: 0.12em !important; line-height: 1.5 !important; word-spacing: 0.16em !important }',
    );
    document.adoptedStyleSheets = [style];
    const texts = [...document.querySelectorAll<HTMLElement>('body *')].filter(
      (one) =>
        [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim()) &&
        one.clientWidth > 1 &&
        getComputedStyle(one).overflowX === 'hidden',
    );
    const cut = texts.filter(
      (one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1,
    );
    document.adoptedStyleSheets = [];
    return cut.map((one) => one.textContent ?? '');
  });

test('U31 U32 at 400 %, in a wider font, at double size and with text spacing no page scrolls sideways, cuts or breaks a word', async ({
  page,
  product,
  context,
}) => {
  await showOn(page, MAGNIFIED);
  /** In `npm test` axe checks only pages that no other journey there checks on a phone. */
  const look = async (what: string, alone = false) => {
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await expectNoSideways(page);
    expect(await cutBySpacing(page), `${what} with text spacing`).toEqual([]);
    if (alone || EVERYTHING) await expectAccessible(page, what);
    for (const [screen, wider] of [
      [PHONE, true],
      [LARGEST_TEXT, false],
    ] as const) {
      await showOn(page, screen);
      await inWiderFace(page, wider);
      await expectNoSideways(page);
      await expectWholeText(page, `${what}, ${wider ? 'in a wider face' : 'twice as large'}`);
    }
    await inWiderFace(page, false);
    await showOn(page, DESKTOP);
    // A page may re-render for the width.
    await expect
      .poll(async () => new Set(await edgesOf(page)).size, { message: `left edges of ${what}` })
      .toBeLessThanOrEqual(1);
    expect(await cutByLowWindow(page), `panels of ${what} in a low window`).toEqual([]);
    await showOn(page, MAGNIFIED);
  };
  await page.goto(product.url('/'));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await look('sign-in');
  await page.getByRole('link', { name: 'Criar conta' }).click();
  await page.locator('form').getByRole('button', { name: 'Criar conta' }).click();
  await expect(page.getByText('Obrigatório.').first()).toBeVisible();
  await look('sign-up with errors');

  // An open page would notice another person, and leave by itself.
  const come = async (state: State) => {
    await page.goto('about:blank');
    return Candidate.at(state, product, context);
  };
  const candidate = await come('applied');
  const open = async (address: string, what: string, alone = false) => {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await look(what, alone);
  };
  await open(product.url('/portal'), 'portal');
  await showOn(page, DESKTOP);
  const card = page.getByRole('article');
  await expect(card.getByRole('listitem').filter({ visible: true })).toHaveCount(8);
  await expect(card.getByRole('link', { name: /^Fazer redação/ })).toHaveClass(/button--primary/);
  await showOn(page, MAGNIFIED);
  await open(product.url('/course'), 'courses');
  await page.getByRole('button', { name: 'Ver curso Enfermagem' }).first().click();
  await expect(page.getByLabel('Escolaridade')).toBeVisible();
  await look('application');
  await open(candidate.page, 'rules');
  await open(product.url(`/tracking?subscription=${candidate.subscriptionId}`), 'tracking');
  await open(product.url(`/profile/${candidate.personId}`), 'profile');
  await showOn(page, PHONE);
  const top = async (label: string) => (await page.getByLabel(label, { exact: true }).boundingBox())?.y;
  expect(await top('Número'), 'the number stands beside the street').toBe(await top('Endereço'));
  await showOn(page, MAGNIFIED);
  await open(product.url('/profile?aba=mensagens'), 'messages', true);
  await open(product.url('/profile?aba=acesso'), 'access', true);
  await page.goto('about:blank');
  for (const { path, title } of await otherSteps(product, context))
    await open(product.url(path), title, true);
  await open(await questionnaireStep(product, context), 'questionnaire');
  const writer = await come('essay-started');
  await open(product.url(`/essays/${writer.essayId}`), 'editor');
  await showOn(page, DESKTOP);
  const sheet = page.getByRole('textbox', { name: 'Redação' });
  await expect
    .poll(async () => (await sheet.boundingBox())?.height, { message: 'height of the text on a desktop' })
    .toBeGreaterThan(600);
  await showOn(page, MAGNIFIED);
  await open((await come('approved')).page, 'result');
  await page
    .getByRole('link', { name: 'Continuar matrícula' })
    .or(page.getByRole('button', { name: 'Continuar matrícula' }))
    .click();
  await page.getByRole('button', { name: 'Salvar e continuar' }).click();
  await look('personal data with errors');
  await open((await come('data-complete')).page, 'result with data');
  await page.goto(`${page.url()}?etapa=revisao`);
  await expect(page.getByRole('button', { name: 'Ler contrato' })).toBeVisible();
  await look('review');
  await page.getByRole('button', { name: 'Ler contrato' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await look('contract');
  await open((await come('contract-accepted')).page, 'payment');
  await open((await come('pix-open')).page, 'pix');
  await open((await come('paid')).page, 'documents');
});

test('U32 large text, low screens, forced colours: nothing scrolls sideways or is hidden', async ({
  page,
  product,
  context,
}) => {
  const look = async () => {
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    for (const screen of LARGE_TEXT) {
      await showOn(page, screen);
      await test.step(`${page.url()} at ${screen[2]} %`, () => expectNoSideways(page));
    }
  };
  const sees = async (text: string) => {
    for (const screen of [LANDSCAPE_WITH_KEYBOARD, LARGE_TEXT_WITH_KEYBOARD]) {
      await showOn(page, screen);
      expect(await linesSeen(page, text), `lines of ${text} on ${screen}`).toBeGreaterThan(3);
      await expectNoSideways(page);
    }
  };
  const come = async (state: State) => {
    await page.goto('about:blank');
    return Candidate.at(state, product, context);
  };
  await page.goto(product.url('/'));
  await page.emulateMedia({ forcedColors: 'active' });
  const behind = (word: string) =>
    page
      .getByText(word, { exact: true })
      .first()
      .evaluate((one) => getComputedStyle(one).backgroundColor);
  expect(await behind('CPF'), 'the chosen document shows in forced colours').not.toBe(await behind('RNE'));
  const writer = await come('essay-started');
  await page.goto(product.url('/course'));
  const pill = (name: string) => page.getByRole('button', { name, exact: true });
  await pill('Graduação').click();
  await expect(pill('Graduação')).toHaveAttribute('aria-pressed', 'true');
  const paint = (one: Locator) => one.evaluate((button) => getComputedStyle(button).backgroundColor);
  expect(await paint(pill('Graduação')), 'a pressed pill shows in forced colours').not.toBe(
    await paint(pill('Extensão')),
  );
  await page.goto(product.url(`/essays/${writer.essayId}`));
  const fill = await page
    .locator('.meter')
    .first()
    .evaluate((meter) =>
      [meter, meter.firstElementChild].map((one) => one && getComputedStyle(one).backgroundColor),
    );
  expect(fill[0], 'a meter shows in forced colours').not.toBe(fill[1]);
  await page.emulateMedia({ forcedColors: 'none' });
  for (const address of ['/portal', `/tracking?subscription=${writer.subscriptionId}`, '/profile']) {
    await page.goto(product.url(address));
    await look();
  }
  await page.goto(product.url(`/essays/${writer.essayId}`));
  await look();
  await page.getByLabel('Redação', { exact: true }).focus();
  await sees('.essay__text');
  const reader = await come('data-complete');
  await page.goto(`${reader.page}?etapa=revisao`);
  await expect(page.getByRole('button', { name: 'Ler contrato' })).toBeVisible();
  await look();
  await page.getByRole('button', { name: 'Ler contrato' }).click();
  await expect(page.getByText('Role até o fim para poder aceitar.')).toBeAttached();
  await sees('.contract-text');
  // Reading to the end takes as much scrolling as before, even though the whole sheet scrolls.
  await page.locator('dialog').evaluate((sheet) => sheet.scrollTo(0, sheet.scrollHeight));
  await expect(page.getByText('Você chegou ao fim do contrato.')).toBeVisible();
  for (const state of ['contract-accepted', 'paid'] as const) {
    await page.goto((await come(state)).page);
    await look();
  }
});
