import { sample } from '../../testing/sample.ts';
import { Candidate } from '../support/candidate.ts';
import { expect, test } from '../support/test.ts';
import { truthOf } from '../support/truth.ts';

/** How far a rendered colour is from a specified one, by the channel that differs most: chips darken it slightly for contrast. */
const distance = (drawn: string, hex: string) => {
  const channels = drawn.match(/\d+/g)?.map(Number) ?? [];
  const named = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return Math.max(...named.map((value, at) => Math.abs(value - (channels[at] ?? 999))));
};

/** Labels and colours of spec 8.1. */
const STATUSES: readonly [status: number, label: string, color: string, hex: string][] = [
  [1, 'Inscrito', 'subscribed', '#1d4ed8'],
  [2, 'Prova agendada', 'scheduled', '#6d28d9'],
  [3, 'Aprovado', 'evaluated', '#0f766e'],
  [4, 'Contrato aceito', 'terms-accepted', '#0e7490'],
  [5, 'Documentação pendente', 'documentation-pending', '#b45309'],
  [6, 'Matrícula pendente', 'enrollment-pending', '#c2410c'],
  [7, 'Matriculado', 'enrolled', '#15803d'],
  [8, 'Inscrição bloqueada', 'blacklisted', '#1f2937'],
  [9, 'Não aprovado', 'unqualified', '#b91c1c'],
  [10, 'Documentos da inscrição pendentes', 'neutral', '#4b5563'],
  [11, 'Aguardando confirmação do pagamento', 'neutral', '#4b5563'],
  [12, 'Cancelamento solicitado', 'neutral', '#4b5563'],
  [13, 'Inscrição cancelada', 'neutral', '#4b5563'],
  [14, 'Informações pendentes', 'neutral', '#4b5563'],
  [16, 'Questionário pendente', 'neutral', '#4b5563'],
  [17, 'Taxa de inscrição pendente', 'neutral', '#4b5563'],
  [18, 'Entrevista pendente', 'neutral', '#4b5563'],
  [19, 'Entrevista em avaliação', 'neutral', '#4b5563'],
  [20, 'Questionário em avaliação', 'neutral', '#4b5563'],
  [21, 'Escolha de turma pendente', 'neutral', '#4b5563'],
];

test('U1, J20: /tracking shows each status’s label and colour and one way to continue', async ({
  page,
  product,
  context,
}) => {
  const candidate = await Candidate.at('applied', product, context);
  const id = candidate.subscriptionId;
  const { cards, status } = await truthOf(candidate);
  let sent: Record<string, unknown> = {};
  await page.route(/\/candidate\/users\/[^/]+\/subscriptions$/, (route) =>
    route.fulfill({ json: cards.map((card) => ({ ...card, ...sent })) }),
  );
  await page.route(`**/subscriptions/${id}/status`, (route) =>
    route.fulfill({ json: { ...status, status: sent.subscriptionStatus, statusName: sent.statusName } }),
  );
  // The neutral ones differ only in their wording, which the server sends.
  const looked = STATUSES.filter(([, , color]) => color !== 'neutral');
  const neutral = sample(
    STATUSES.filter(([, , color]) => color === 'neutral'),
    6,
  );
  for (const [number, label, color, hex] of [...looked, ...neutral]) {
    sent = { subscriptionStatus: number, statusName: label, statusColor: `status-${color}` };
    await page.goto(product.url(`/tracking?subscription=${id}`));
    const chip = page.getByRole('main').locator('.chip').first();
    await expect(chip, `status ${number}`).toHaveText(label);
    await expect(chip).toHaveAttribute('data-status', color);
    const drawn = await chip.evaluate((element) => getComputedStyle(element).color);
    expect(distance(drawn, hex), `colour of status ${number}: ${drawn}`).toBeLessThanOrEqual(24);
    const ways = page.getByRole('main').getByRole('link').and(page.locator('.button'));
    await expect(ways, `way on from status ${number}`).toHaveCount(1);
    await expect(ways).toHaveAttribute('href', new RegExp(`/subscriptions/essays/${id}$`));
  }
});

test('J20: /tracking without a number shows the application that changed last, or the portal if there is none', async ({
  page,
  product,
  context,
}) => {
  const candidate = await Candidate.at('applied', product, context);
  await page.goto(product.url('/tracking'));
  await expect(
    page.getByRole('banner').getByText(`Inscrição nº ${candidate.subscriptionId}`, { exact: true }),
  ).toBeVisible();
  await page.goto('about:blank');
  await Candidate.at('signed-up', product, context);
  await page.goto(product.url('/tracking'));
  await expect(page).toHaveURL(product.url('/portal'));
});
