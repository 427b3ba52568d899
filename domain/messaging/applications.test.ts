import { describe, expect, it } from 'vitest';
import { renderNotification, type TemplateId } from './index.ts';

const LINK = 'https://alfa.edu.br/x';
const COURSE = 'Administração';

/** Text of each e-mail about an application, without greeting and signature (spec 16.2). */
const MAILS: [TemplateId, string | undefined, Record<string, string>, string, string[]][] = [
  [
    'N-05',
    undefined,
    {},
    'Inscrição recebida',
    [`Sua inscrição nº 5001 em ${COURSE} chegou. Continue por aqui: ${LINK}`],
  ],
  [
    'N-05',
    'acesso',
    {},
    'Link da sua inscrição',
    [`Use este link para continuar sua inscrição nº 5001 em ${COURSE}: ${LINK}`],
  ],
  [
    'N-09',
    undefined,
    { prazo: '13/02/2026' },
    'Você foi aprovado(a)!',
    [`Parabéns, Ana! Faça a matrícula até 13/02/2026: ${LINK}`, `Inscrição nº 5001 em ${COURSE}.`],
  ],
  [
    'N-10',
    undefined,
    {},
    'Resultado do processo seletivo',
    [`Seu resultado já saiu: ${LINK}`, `Inscrição nº 5001 em ${COURSE}.`],
  ],
  [
    'N-10',
    'encerrada',
    {},
    'Sua inscrição foi encerrada',
    [`Sua inscrição nº 5001 em ${COURSE} foi encerrada. Veja o motivo: ${LINK}`],
  ],
  [
    'N-22',
    'matricula',
    { data: '19/01/2026' },
    'Seu prazo de pagamento termina em 19/01/2026',
    [
      `Seu prazo de pagamento de ${COURSE} termina em 19/01/2026. Pague aqui: ${LINK}`,
      'Se você já pagou, não precisa fazer nada.',
    ],
  ],
  [
    'N-22',
    'taxa',
    { data: '19/01/2026' },
    'Seu prazo de pagamento termina em 19/01/2026',
    [
      `Seu prazo de pagamento da taxa de inscrição em ${COURSE} termina em 19/01/2026. Pague aqui: ${LINK}`,
      'Se você já pagou, não precisa fazer nada.',
    ],
  ],
  [
    'N-22',
    'turma',
    { data: '19/01/2026' },
    'Seu prazo de pagamento termina em 19/01/2026',
    [`Seu prazo de pagamento de ${COURSE} termina em 19/01/2026. Antes de pagar, escolha sua turma: ${LINK}`],
  ],
  [
    'N-23',
    undefined,
    {},
    'O prazo do seu processo terminou',
    [`O prazo da sua inscrição nº 5001 em ${COURSE} terminou.`, `Faça uma nova inscrição: ${LINK}`],
  ],
  [
    'N-28',
    'solicitado',
    {},
    'Cancelamento da inscrição',
    [`Chegou seu pedido para cancelar a inscrição nº 5001 em ${COURSE}. Veja como está: ${LINK}`],
  ],
  [
    'N-28',
    'arrependimento',
    { valor: '1.360,00' },
    'Cancelamento da inscrição',
    [
      `Chegou seu pedido para cancelar a inscrição nº 5001 em ${COURSE}. Veja como está: ${LINK}`,
      'Valor a devolver: R$ 1.360,00. É o seu direito de arrependimento: a instituição não pode negar.',
    ],
  ],
  [
    'N-28',
    'contrato',
    {},
    'Cancelamento da inscrição',
    [
      `Chegou seu pedido para cancelar a inscrição nº 5001 em ${COURSE}. Veja como está: ${LINK}`,
      'A instituição vai analisar seu pedido. A devolução do que você pagou segue as regras do contrato.',
    ],
  ],
  [
    'N-28',
    'concluido',
    { valor: '0,01', prazo: '30/03/2026' },
    'Cancelamento da inscrição',
    [
      `Sua inscrição nº 5001 em ${COURSE} foi cancelada.`,
      'Valor a devolver: R$ 0,01.',
      'Prazo da devolução: 30/03/2026.',
    ],
  ],
  [
    'N-28',
    'concluido',
    { valor: '9.999.999,99' },
    'Cancelamento da inscrição',
    [`Sua inscrição nº 5001 em ${COURSE} foi cancelada.`, 'Valor a devolver: R$ 9.999.999,99.'],
  ],
  [
    'N-28',
    'sem-devolucao',
    {},
    'Cancelamento da inscrição',
    [`Sua inscrição nº 5001 em ${COURSE} foi cancelada.`, 'Não há valores a devolver.'],
  ],
  [
    'N-28',
    'negado',
    { motivo: 'As aulas já começaram' },
    'Cancelamento da inscrição',
    [
      `O cancelamento da inscrição nº 5001 em ${COURSE} não foi aceito.`,
      'Motivo: As aulas já começaram',
      `Acompanhe: ${LINK}`,
    ],
  ],
];

describe('messages about an application, by e-mail', () => {
  it.each(MAILS)('%s %s %j', (id, variante, data, subject, said) => {
    const values = { nome: 'Ana', instituicao: 'Alfa', id: 5001, curso: COURSE, link: LINK, ...data };
    const rendered = renderNotification(id, { ...values, ...(variante && { variante }) });
    const greeting = id === 'N-09' ? [] : ['Olá, Ana!'];
    expect(rendered.subject).toBe(subject);
    expect(rendered.text).toBe([...greeting, ...said, 'Alfa'].join('\n\n'));
    expect(rendered.html.includes(`href="${LINK}"`)).toBe(said.join().includes(LINK));
  });
});
