import type { DenialReason } from '@orbita/domain/payment';
import type { PersonName } from '@orbita/ui/person-name.ts';

/** Texts of S-30a (spec 14.6). */
export const cardTexts = {
  title: 'Cartão de crédito',
  firstTitle: 'Primeira parcela no cartão',
  recurrenceTitle: 'Recorrência no cartão',
  loading: 'Carregando o pagamento com cartão',
  cardData: 'Dados do cartão',
  holder: 'Nome impresso no cartão',
  holderCpf: 'CPF do titular',
  holderDocument: 'Documento do titular',
  holderMe: (cpf: boolean) =>
    cpf ? 'O cartão é meu: usar meu nome e CPF' : 'O cartão é meu: usar meu nome e documento',
  holderGuardian: (name: PersonName) => `O cartão é de ${name}: usar nome e CPF`,
  holderFilled: 'Preenchemos o nome e o documento. Confira se estão como no cartão.',
  holderHint: 'O cartão pode ser de outra pessoa.',
  documentInvalid: 'Documento inválido.',
  installments: 'Parcelas',
  select: 'Selecione',
  /** One way to divide the amount; the first instalment includes a remainder of cents. */
  installment: (count: number, each: string, first: string) =>
    count === 1
      ? `1 vez de ${each}`
      : first === each
        ? `${count} vezes de ${each}, sem juros`
        : `${count} vezes sem juros: 1ª de ${first}, as outras de ${each}`,
  monthly: (count: number, each: string, upTo: boolean) =>
    count === 1
      ? `Depois, 1 parcela de ${each} neste cartão.`
      : `Depois, ${count} parcelas de ${upTo ? 'até ' : ''}${each}, uma por mês.`,
  monthlyLimit: 'O cartão não reserva o valor total. Você pode cancelar a recorrência quando quiser.',
  consentName: 'Autorização da cobrança mensal',
  consent: 'Autorizo a cobrança mensal das demais parcelas neste cartão.',
  restLater: (count: number) =>
    count === 1 ? 'A outra parcela vem depois.' : `As outras ${count} parcelas vêm depois.`,
  /** What is charged today: divided by the card's bank, or the first of several charges to the card. */
  pay: (amount: string, count: number, later: boolean) =>
    `Pagar ${amount}${count > 1 ? ` em ${count} vezes` : later ? ' hoje' : ''}`,
  safe: 'Os números do cartão vão direto para a operadora. Nós não os vemos.',
  other: 'Outra forma de pagamento',
  change: 'Trocar a forma de pagamento',
  failed: 'Não foi possível processar o pagamento com cartão.',
  failedHelp: 'Nada foi cobrado. Confira os dados do cartão.',
  unavailable: 'Sistema indisponível. Tente mais tarde.',
} as const;

/** Texts of S-29 that concern cards and whole amounts (spec 14.6, D-75). */
export const cardChoiceTexts = {
  upTo: (count: number) => `Confirma na hora, em até ${count} vezes sem juros`,
  firstOnly: 'Você paga só a primeira parcela agora.',
  firstOnlyHelp: 'As outras vêm depois, pela instituição.',
  whole: 'Pagar o valor inteiro',
} as const;

/** Texts of a card charge that is still pending (S-33a). */
export const cardWaitTexts = {
  title: 'Pagamento com cartão',
  processing: 'Processando pagamento…',
  help: 'O banco do cartão ainda não respondeu. Nada é cobrado duas vezes. Pode fechar a página: mandamos um e-mail.',
  late: 'O banco do cartão está demorando para responder.',
  lateHelp:
    'A instituição já foi avisada. Não pague de novo: mandamos o resultado por e-mail. Se o prazo estiver perto, fale com a instituição.',
} as const;

/** Texts of S-33b (spec 14.6). */
export const deniedTexts = {
  title: 'Seu cartão não foi aprovado.',
  nothing: 'Nada foi cobrado.',
  how: 'Como você quer seguir?',
  retry: 'Tentar de novo',
  retryNote: 'Confira os dados ou use outro cartão.',
  first: 'Pagar somente a primeira parcela',
  firstNote: (amount: string, others: number) =>
    others === 1
      ? `${amount} agora. A outra vem depois.`
      : `${amount} agora. As outras ${others} vêm depois.`,
  recurrence: 'Pagar com recorrência',
  recurrenceNote: (amount: string, upTo: boolean) =>
    `${upTo ? 'Até ' : ''}${amount} por mês no cartão, sem usar o limite todo.`,
  other: 'Outra forma de pagamento',
  otherNote: 'Pix confirma na hora.',
  /** The card and amount of the attempt, and its time. */
  tried: (card: string, amount: string) => `${card} · ${amount}`,
  times: (amount: string, count: number) => (count === 1 ? amount : `${amount} em ${count} vezes`),
  reasons: {
    'retry-later': 'O banco não autorizou agora. Pode ser o limite do cartão.',
    'fix-data': 'Algum dado do cartão não confere.',
    'other-card': 'Este cartão não serve para esta compra. Use outro.',
    final: 'O banco não aceita este cartão.',
    authentication: 'A confirmação com o banco do cartão não foi concluída.',
    unknown: 'O banco do cartão não autorizou.',
  } satisfies Record<DenialReason, string>,
} as const;
