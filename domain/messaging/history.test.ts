import { describe, expect, it } from 'vitest';
import { neededData, shownMessage, TEMPLATES, type TemplateId, templateOf } from './index.ts';

const LINK = 'https://alfa.test/x?accesskey=SEGREDO';
const ids = Object.keys(TEMPLATES) as TemplateId[];
const every = ids.flatMap((id) =>
  Object.keys(templateOf(id).wordings).flatMap((variante) =>
    (['email', 'sms'] as const).map((channel) => ({ id, variante, channel })),
  ),
);

describe('S17: a message shown again', () => {
  it.each(every)(
    '$id $variante by $channel keeps its words and no code or link',
    ({ id, variante, channel }) => {
      const data = Object.fromEntries(neededData(id, variante).map((name) => [name, 'VALOR']));
      const again = shownMessage(id, channel, {
        ...data,
        nome: 'Ana',
        instituicao: 'Alfa',
        variante,
        codigo: '123456',
        link: LINK,
        local_ou_link: LINK,
      });
      const text = [again?.title, ...(again?.paragraphs ?? [])].join('\n');
      expect(again?.paragraphs.length).toBeGreaterThan(0);
      expect(text).not.toMatch(/[{}?]|SEGREDO|123456|https?:| \.|\.\.|: *$/m);
    },
  );

  const ana = { nome: 'Ana', instituicao: 'Alfa', id: 5001, curso: 'ADM' };
  it.each([
    ['N-05', 'email', {}, 'Inscrição recebida', ['Sua inscrição nº 5001 em ADM chegou.']],
    ['N-13', 'sms', {}, 'Resultado da análise do ENEM', ['A análise da sua nota do ENEM foi concluída.']],
    [
      'N-04',
      'email',
      {},
      'Seus dados de acesso foram alterados',
      ['Se não foi você, fale com a instituição.'],
    ],
    // Data that was not stored is left out without breaking the text.
    ['N-22', 'email', {}, 'Seu prazo de pagamento termina em', ['Se você já pagou, não precisa fazer nada.']],
    ['N-24', 'email', {}, 'Precisamos de um novo arquivo', []],
    [
      'N-24',
      'email',
      { documento: 'Histórico escolar', motivo: 'Documento ilegível' },
      'Histórico escolar: precisamos de um novo arquivo',
      ['Motivo: Documento ilegível.'],
    ],
    ['N-27', 'email', { studentLyceumId: "$&'" }, 'Seu número de matrícula', ["$&'"]],
    [
      'N-09',
      'sms',
      { prazo: '1/2' },
      'Você foi aprovado(a)!',
      ['Você passou, Ana! Faça a matrícula até 1/2.'],
    ],
    ['N-18', 'email', {}, 'Seu código Pix expirou', ['Gere um novo.']],
    [
      'N-21',
      'email',
      { variante: 'recusado', motivo: 'valor menor' },
      'Atualização do seu pagamento',
      ['A instituição não achou seu pagamento.', 'Motivo: valor menor'],
    ],
    [
      'N-20',
      'email',
      {},
      'Não conseguimos confirmar seu pagamento',
      ['Nada foi cobrado. Tente de novo ou escolha outra forma de pagamento.'],
    ],
  ] as const)('%s by %s', (id, channel, data, title, paragraphs) => {
    expect(shownMessage(id, channel, { ...ana, ...data })).toEqual({ title, paragraphs });
  });

  it('a text that no longer exists is not shown', () => {
    expect(shownMessage('unknown', 'email', ana)).toBeUndefined();
    expect(shownMessage('N-28', 'email', { ...ana, variante: 'antiga' })).toBeUndefined();
  });
});
