import { CYCLE_STATES, type DENIAL_REASONS, type RECURRENCE_ENDERS } from '@orbita/domain/payment';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import { CardWaitPage } from './card-wait-page.tsx';
import type { Denial } from './denial.ts';
import { DeniedPage } from './denied-page.tsx';
import PayerPage from './payer-page.tsx';
import { type ChargePageProps, PixPage } from './pix-page.tsx';
import { type PayerCharge, type Payment, type PaymentOptions, payerChargeQuery } from './queries.ts';
import { RecurrenceCard } from './recurrence-card.tsx';
import { type Recurrence, recurrenceQuery } from './recurrence-query.ts';
import { SlipPage } from './slip-page.tsx';

/** What the payment pages say in states that the journeys do not each bring about (spec 14.6, 14.8, 14.9). */

vi.mock('../base/settings.ts', () => ({ settings: { timeZone: 'America/Sao_Paulo' } }));
vi.mock('@orbita/client/server-clock.ts', () => ({ serverNow: () => Date.parse('2026-01-12T13:00:00Z') }));
vi.mock('../base/brand-bar.tsx', () => ({ BrandBar: () => null }));
vi.mock('../base/title.ts', () => ({ useTitle: () => undefined }));
vi.mock('../base/link-key.ts', () => ({ PAYER_PAGE: '/pagar', linkKey: () => 'key' }));
vi.mock('../base/api.ts', () => ({
  call: () => new Promise(() => undefined),
}));
vi.mock('../subscription/queries.ts', () => ({ reloadSubscription: () => undefined }));
vi.mock('../subscription/step-frame.tsx', () => ({
  StepFrame: ({ children }: { children: ReactNode }) => <main>{children}</main>,
}));
// The time left is counted only once a page is shown; here, a code has ended before the first frame.
vi.mock('./use-remaining.ts', () => ({
  useRemaining: (_since: string, end: string) => (end < '2026-01-12T10:00' ? 0 : undefined),
}));
vi.mock('./payer-link-card.tsx', () => ({ PayerLinkCard: () => null }));
vi.mock('../document/print-ticket.ts', () => ({
  usePrint: (failed: string) => ({ busy: false, problem: failed, print: () => undefined }),
}));

/** The text of a page, with the given query answers. */
function wordsOf(page: ReactNode, known: readonly [readonly unknown[], unknown][] = []): string {
  const client = new QueryClient();
  for (const [key, data] of known) client.setQueryData(key, data);
  const html = renderToStaticMarkup(<QueryClientProvider client={client}>{page}</QueryClientProvider>);
  return html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&quot;/g, '"')
    .replace(/[\s\u00a0]+/g, ' ');
}

const ID = 5001;
const month = (number: number, state: Recurrence['cycles'][number]['state'], refunded = 0) => ({
  ...{ Number: number, dueDate: `2026-0${number}-05`, amount: 360, state },
  ...{ paidAt: state === 'paid' ? '2026-02-05T08:00:00-03:00' : null, refunded },
});
const authorisation: Recurrence = {
  ...{ id: 9701, method: 'automatic-pix', state: 'approved', amount: 360, dayOfMonth: 5, fixed: true },
  ...{ approvedAt: '2026-01-12T10:00:00-03:00', endedBy: null, cycles: [month(2, 'planned')] },
};
const months = (more: Partial<Recurrence>) =>
  wordsOf(<RecurrenceCard subscriptionId={ID} />, [
    [recurrenceQuery(ID).queryKey, { ...authorisation, ...more }],
  ]);

describe('the months of an authorisation', () => {
  it('show the state of each', () => {
    const words = months({ cycles: CYCLE_STATES.map((state, at) => month(at + 2, state)) });
    const said = ['Prevista', 'No banco', 'Agendada', 'Não foi paga', 'Cancelada', 'Paga'];
    for (const [at, text] of said.entries())
      expect(words).toContain(`${at + 2}ª parcela, 05/0${at + 2}/2026 · ${text} R$ 360,00`);
    expect(words).toContain('Uma parcela não foi paga. Fale com a instituição para pagar de outro jeito.');
  });
  it.each([
    ['created', 'Falta aceitar'],
    ['approved', 'Ativa'],
    ['rejected', 'Não aceita'],
    ['expired', 'Terminou'],
    ['cancelled', 'Cancelada'],
  ] as const)('%s is named', (state, text) => {
    expect(months({ state, cycles: [] })).toContain(`Parcelas mês a mês ${text}`);
  });
  it.each([
    ['payer', 'Você cancelou a cobrança de todo mês.'],
    ['payer-bank', 'Seu banco cancelou a cobrança de todo mês.'],
    ['institution', 'A cobrança de todo mês foi cancelada.'],
    ['institution-bank', 'A cobrança de todo mês foi cancelada.'],
  ] satisfies [(typeof RECURRENCE_ENDERS)[number], string][])('ended by %s', (endedBy, text) => {
    expect(months({ state: 'cancelled', endedBy })).toContain(
      `${text} As parcelas que faltam não saem mais da sua conta. A escola manda boletos.`,
    );
  });
  it('differ, or are all the same', () => {
    expect(months({})).toContain('R$ 360,00 todo dia 5. Pix Automático.');
    expect(months({ fixed: false, method: 'credit-card' })).toContain(
      'Até R$ 360,00 todo dia 5. Cartão de crédito.',
    );
  });
  it('were refunded, in full or in part', () => {
    const words = months({ cycles: [month(2, 'paid', 360), month(3, 'paid', 50)] });
    expect(words).toContain('2ª parcela, 05/02/2026 · Devolvida');
    expect(words).toContain('3ª parcela, 05/03/2026 · Paga, R$ 50,00 de volta');
  });
  it('are in process', () => {
    expect(
      renderToStaticMarkup(
        <QueryClientProvider client={new QueryClient()}>
          <RecurrenceCard subscriptionId={ID} />
        </QueryClientProvider>,
      ),
    ).toContain('Carregando as parcelas');
  });
});

const payment: Payment = {
  ...{ paymentId: 8001, subscriptionId: ID, purpose: 'enrollment', state: 'pending', amount: 360 },
  priceId: 611,
  ...{ method: 'slip', installments: 6, createdAt: '2026-01-12T10:00:00-03:00', paidAt: null },
  ...{ slip: null, pix: null, card: null, denial: null, recurrence: null },
};
const frame = { subscription: { id: ID }, steps: [], reload: () => Promise.resolve() };
const charge = { busy: false, problem: undefined, renew: () => Promise.resolve() };
const propsOf = (more: Partial<Payment>) =>
  ({
    ...frame,
    charge,
    payment: { ...payment, ...more },
    onOtherMethod: () => undefined,
  }) as unknown as ChargePageProps;
const slip = {
  digitableLine: '07790001161207027720200000002818132700000040000',
  ...{ barcode: '', dueDate: '2026-01-15', discountUntilDue: 40 },
};

describe('S-30b', () => {
  const page = (more: Partial<Payment>) => wordsOf(<SlipPage {...propsOf(more)} />);
  it('is being registered, at once or by a file', () => {
    expect(page({ state: 'processing' })).toContain(
      'Seu boleto está sendo processado. Aguarde alguns instantes.',
    );
    expect(page({ state: 'processing', slipWait: 'business-day' })).toContain(
      'O banco registra o boleto em até 1 dia útil. Pode fechar a página: mandamos o boleto por e-mail.',
    );
  });
  it('can be paid', () => {
    const words = page({
      slip,
      pix: { qrCode: 'data:,', copyPaste: '0002', expiresAt: '2026-01-15T23:59:59-03:00' },
    });
    for (const text of [
      'Seu boleto está pronto',
      'Valor até o vencimento',
      'Vencimento 15/01/2026',
      'Linha digitável',
      'Depois do vencimento o valor volta a R$ 400,00.',
      'Não foi possível buscar o boleto para impressão.',
      'Pagar este boleto com Pix',
      'Confirma na hora. O boleto vale até você pagar de um dos dois jeitos.',
      'Pague no app do banco, na lotérica ou na agência.',
      'Quer confirmar na hora?',
      'Com Pix a confirmação leva segundos. O boleto é cancelado quando você troca.',
    ])
      expect(words).toContain(text);
  });
  it('has expired, and can be created again', () => {
    const words = page({ state: 'expired', slip });
    for (const text of [
      'Este boleto não vale mais.',
      'Nada foi cobrado. Já pagou? Aguarde aqui: o banco ainda avisa.',
      'Gerar novo boleto',
    ])
      expect(words).toContain(text);
  });
});

describe('S-33b', () => {
  const options = { methods: [{ method: 'pix', enabled: true }] } as unknown as PaymentOptions;
  const page = (denial: Denial) =>
    wordsOf(
      <DeniedPage
        {...propsOf({ method: 'credit-card', card: { brand: 'Visa', last4: '0010', installments: 6 } })}
        {...{ options, denial, price: undefined, voucher: null, onGo: () => undefined }}
      />,
    );
  it.each([
    ['retry-later', 'O banco não autorizou agora. Pode ser o limite do cartão.'],
    ['fix-data', 'Algum dado do cartão não confere.'],
    ['other-card', 'Este cartão não serve para esta compra. Use outro.'],
    ['final', 'O banco não aceita este cartão.'],
    ['authentication', 'A confirmação com o banco do cartão não foi concluída.'],
    ['unknown', 'O banco do cartão não autorizou.'],
  ] satisfies [(typeof DENIAL_REASONS)[number], string][])('%s is shown', (reason, text) => {
    const words = page({ reason, options: ['retry', 'other-method'] });
    expect(words).toContain(`Seu cartão não foi aprovado. ${text} Nada foi cobrado.`);
    expect(words).toContain('Visa final 0010 · R$ 360,00 em 6 vezes');
    expect(words).toContain('Tentar de novo Confira os dados ou use outro cartão.');
    expect(words).toContain('Outra forma de pagamento Pix confirma na hora.');
  });
  it('offers the remaining options', () => {
    expect(page({ reason: 'retry-later', options: ['other-method'] })).toContain(
      'Você já tentou muitas vezes.',
    );
    const all = page({ reason: 'retry-later', options: ['first-installment', 'recurrence', 'other-method'] });
    expect(all).toContain('Pagar somente a primeira parcela');
    expect(all).toContain('Pagar com recorrência');
  });
});

it('S-33a: a card whose bank has not answered', () => {
  expect(wordsOf(<CardWaitPage {...propsOf({ method: 'credit-card', state: 'processing' })} />)).toContain(
    'Processando pagamento… O banco do cartão ainda não respondeu. Nada é cobrado duas vezes. Pode fechar a página: mandamos um e-mail.',
  );
});

describe('a charge whose provider has not answered for half an hour', () => {
  const late = { state: 'processing', answerLate: true } as const;
  it('by Pix: waits, or another way', () => {
    const words = wordsOf(<PixPage {...propsOf({ method: 'pix', ...late })} />);
    expect(words).toContain(
      'O banco está demorando para responder. Nada foi cobrado ainda. A instituição já sabe. Você pode esperar ou pagar de outro jeito.',
    );
    expect(words).toContain('Outra forma de pagamento');
    const before = wordsOf(<PixPage {...propsOf({ method: 'pix', state: 'processing' })} />);
    expect(before).toContain('Conferindo com o banco…');
    expect(before).not.toContain('Outra forma de pagamento');
  });
  it('by a Pix that has expired: it may have been paid', () => {
    const pix = { qrCode: 'data:,', copyPaste: '0002', expiresAt: '2026-01-12T09:00:00-03:00' };
    const words = wordsOf(
      <PixPage {...propsOf({ method: 'pix', state: 'pending', answerLate: true, pix })} />,
    );
    expect(words).toContain('O banco ainda não disse se este código foi pago.');
    expect(words).not.toContain('Nada foi cobrado');
  });
  it('by card and by slip: who to ask', () => {
    const card = wordsOf(<CardWaitPage {...propsOf({ method: 'credit-card', ...late })} />);
    expect(card).toContain('Não pague de novo: mandamos o resultado por e-mail.');
    const words = wordsOf(<SlipPage {...propsOf(late)} />);
    expect(words).toContain('O banco demora para registrar o boleto.');
  });
});

describe('S-54', () => {
  const link: PayerCharge = {
    ...{
      state: 'open',
      institution: 'Faculdade Alfa',
      purpose: 'enrollment',
      method: 'pix',
      installments: 6,
    },
    ...{ amount: 360, createdAt: '2026-01-12T09:00:00-03:00' },
    ...{ paidAt: null, slip: null, pix: null },
  };
  const page = (more: Partial<PayerCharge>) =>
    wordsOf(<PayerPage />, [[payerChargeQuery('key').queryKey, { ...link, ...more }]]);
  it.each([
    [
      'a Pix',
      { pix: { qrCode: 'data:,', copyPaste: '0002', expiresAt: '2026-01-12T11:00:00-03:00' } },
      'Aguardando pagamento…',
    ],
    ['a slip', { method: 'slip', slip }, 'Linha digitável'],
    ['an enrolment as a whole', { method: 'slip', slip, installments: 1 }, 'O que é pago Matrícula'],
    ['a fee', { method: 'slip', slip, purpose: 'tax' }, 'O que é pago Taxa de inscrição'],
    [
      'what was paid',
      { state: 'paid', paidAt: '2026-01-12T10:00:00-03:00' },
      'Quem mandou o link também recebe o aviso.',
    ],
    [
      'what went back',
      { state: 'refunded' },
      'O valor foi devolvido Para saber mais, fale com quem mandou o link.',
    ],
    ['what is over', { state: 'over' }, 'Este pagamento não vale mais Ele venceu ou foi trocado por outro.'],
  ] satisfies [string, Partial<PayerCharge>, string][])('%s', (_name, more, text) => {
    expect(page(more)).toContain(text);
  });
});
