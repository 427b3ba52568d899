import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { AcceptActs } from './agreement.tsx';
import { PriceLines } from './price-lines.tsx';
import type { Contract } from './queries.ts';
import type { Agreement } from './use-agreement.ts';

const contract = (acceptance: Partial<NonNullable<Contract['acceptance']>> = {}): Contract => ({
  Contract: 'CT-GRAD:1',
  FormatedContract: '<p>Texto</p>',
  title: 'Contrato',
  version: 1,
  hash: 'sha256:0',
  acceptedAt: null,
  acceptance: {
    party: 'candidate',
    code: false,
    declaration: false,
    guardian: null,
    channels: [],
    ...acceptance,
  },
});
const agreement = (reading: { read?: boolean; agreed?: boolean } = {}, open = false) =>
  ({ reading: { read: false, agreed: false, ...reading }, open, problem: null }) as unknown as Agreement;
const acts = (wide: boolean, of = contract(), how = agreement()) =>
  renderToStaticMarkup(
    <AcceptActs contract={of} agreement={how} wide={wide} busy={false}>
      <p>7 dias</p>
    </AcceptActs>,
  );
const ticks = (html: string) => html.match(/type="checkbox"/g)?.length ?? 0;

describe('the acceptance of a contract', () => {
  it('next to its text is one checkbox, disabled until the end, and the button', () => {
    const html = acts(true);
    expect(ticks(html)).toBe(1);
    expect(html).toContain('disabled=""');
    expect(html).toContain('Role até o fim para poder aceitar.');
    expect(html).toContain('Aceitar contrato');
    expect(html).not.toContain('Ler contrato');
    const read = acts(true, contract(), agreement({ read: true }));
    expect(read).not.toContain('disabled=""');
    expect(read).toContain('Você chegou ao fim do contrato.');
  });

  it('is also one checkbox for a guardian who declares', () => {
    const html = acts(true, contract({ party: 'guardian', declaration: true, guardian: 'Ana Exemplo' }));
    expect(ticks(html)).toBe(1);
    expect(html).toContain('Sou o responsável financeiro Ana Exemplo e aceito o contrato.');
    expect(html).not.toContain('Li e aceito os termos');
  });

  it('on a narrow page leads to the text with the checkbox, and accepts once it is ticked', () => {
    expect(acts(false)).toContain('Ler contrato');
    expect(ticks(acts(false))).toBe(0);
    expect(acts(false, contract(), agreement({ read: true }))).toContain('Ler contrato');
    expect(acts(false, contract(), agreement({ read: true, agreed: true }))).toContain('Aceitar contrato');
    expect(acts(false, contract(), agreement({ read: true, agreed: true }, true))).toContain('Ler contrato');
  });
});

describe('the amounts', () => {
  const plan = {
    ...{ description: '6 parcelas', installments: 6, value: 400, equal: true, whole: false },
    ...{ voucherOff: 0, total: 2400 },
  };
  const text = (plans: Parameters<typeof PriceLines>[0]['plans']) =>
    renderToStaticMarkup(<PriceLines plans={plans} />)
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim();

  it('have their space before they load', () => {
    expect(text(undefined)).toBe('Valores Sem juros Carregando os valores');
  });

  it('are a row for each instalment plan', () => {
    expect(text([{ ...plan, conditionalDiscount: 40, totalInTime: 2160 }])).toBe(
      'Valores Sem juros 6 parcelas de R$ 400,00 − R$ 40,00 em cada uma paga em dia R$ 2.160,00 pagando em dia',
    );
    expect(text([{ ...plan, conditionalDiscount: 40, voucherOff: 200, totalInTime: 1960 }])).toBe(
      'Valores Sem juros 6 parcelas de R$ 400,00 − R$ 40,00 em cada uma paga em dia − R$ 200,00 com o seu cupom R$ 1.960,00 pagando em dia',
    );
    expect(text([{ ...plan, installments: 1, conditionalDiscount: 0, totalInTime: 2400 }])).toBe(
      'Valores Sem juros 1 parcela de R$ 400,00 R$ 2.400,00 no total',
    );
    const reduced = {
      ...plan,
      value: 99,
      equal: false,
      conditionalDiscount: 0,
      total: 2099,
      totalInTime: 2099,
    };
    expect(text([reduced])).toBe('Valores Sem juros 6 parcelas, a primeira de R$ 99,00 R$ 2.099,00 no total');
    expect(text([{ ...plan, whole: true, conditionalDiscount: 40, totalInTime: 2360 }])).toBe(
      'Valores Sem juros 6 parcelas de R$ 400,00 − R$ 40,00 pagando em dia R$ 2.360,00 pagando em dia',
    );
  });
});
