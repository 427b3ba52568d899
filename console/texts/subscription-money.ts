/** Acts about money, and the text for when their outcome is unknown (spec 25.6.2). */
export const unknownOutcomeTexts = {
  title: 'Não sabemos se foi feito',
  help: 'A resposta não chegou. Tente de novo: se já foi feito, nada se repete.',
  again: 'Tentar de novo',
  fields: 'Dados do ato',
} as const;

const amount = {
  label: 'Valor',
  wrong: 'Escreva o valor assim: 349,00.',
  zero: 'O valor deve ser maior que zero.',
} as const;

/** "Receber na instituição" (TR-12, TR-80). */
export const receiveTexts = {
  title: 'Receber na instituição',
  loading: 'Carregando os valores…',
  amount,
  prices: (list: string) => `Na tabela: ${list}.`,
  price: (money: string, plan: string) => `${money} (${plan})`,
  noPrice: 'Não há preço na tabela.',
  tooMuch: (most: string) => `No máximo ${most}.`,
  happens:
    'As cobranças abertas não valem mais. A inscrição fica à espera: quem cuida do dinheiro vê se ele chegou.',
  message: 'Nada agora. Na página dela, ela lê que estamos vendo o pagamento.',
  audience: 'A equipe vê na linha do tempo, com seu nome. O pagamento fica entre os que faltam confirmar.',
  gone: 'Esta inscrição não espera pagamento agora.',
} as const;

/** "Confirmar recebimento", "Não recebemos" (TR-13, 14, 81, 82). */
export const settleTexts = {
  title: 'Confirmar recebimento',
  loading: 'Carregando o pagamento…',
  what: 'O que confirmar',
  purposes: { tax: 'Taxa de inscrição', enrollment: 'Matrícula' },
  amount: 'Valor',
  reason: 'Motivo escrito por quem registrou',
  asked: 'Registrado em',
  receivedOn: 'Dia em que o dinheiro chegou',
  receivedHint: 'Se não preencher, vale agora.',
  receivedWrong: 'Escreva um dia que já passou, assim: 12/01/2026.',
  proof: 'Comprovante',
  proofHint: 'Número do recibo ou da transferência. Se tiver.',
  happens: 'O pagamento vale. A inscrição vai para o passo que vem depois.',
  happensSecond: 'Nada muda até que outra pessoa confirme também. O pedido vale por 72 h.',
  second: (limit: string) => `Acima de ${limit} outra pessoa precisa confirmar.`,
  gone: 'Esta inscrição não espera confirmação agora.',
  refuse: {
    title: 'Não recebemos o dinheiro?',
    reasonRead: 'A pessoa lê este motivo na mensagem.',
    happens: 'Este pagamento acaba. A pessoa escolhe de novo como pagar, com prazo novo.',
  },
} as const;

/** "Devolver" (25.6.2, 25.4.4). */
export const refundTexts = {
  title: 'Devolver dinheiro',
  loading: 'Carregando os pagamentos…',
  which: 'Qual pagamento',
  one: (what: string, left: string) => `${what} · restam ${left}`,
  purposes: { tax: 'taxa', enrollment: 'matrícula' },
  month: (number: number) => `mensalidade ${number}`,
  amount,
  left: (money: string) => `Restam ${money}`,
  tooMuch: (most: string) => `No máximo ${most}.`,
  how: 'Como volta',
  ways: {
    pix: 'Pix pelo banco',
    'automatic-pix': 'Pix pelo banco',
    'credit-card': 'No cartão, pela operadora',
    outside: 'Já devolvido fora',
  },
  onlyOutside: 'Este valor não volta por aqui. Devolva por fora e registre.',
  nothing: 'Não há nada para devolver agora.',
  you: 'Você pede',
  now: 'agora',
  other: 'Outra pessoa aprova',
  onlyThen: 'só então o dinheiro sai',
  second: (limit: string) => `Acima de ${limit} outra pessoa precisa aprovar. O pedido vale por 72 h.`,
  secondSum: (limit: string, before: string) =>
    `Com o que já foi devolvido ou pedido (${before}), passa de ${limit}: outra pessoa precisa aprovar. O pedido vale por 72 h.`,
  ask: 'Pedir aprovação',
  asking: 'Pedindo…',
  happens: 'O dinheiro volta para quem pagou. A inscrição fica como está.',
  happensOutside: 'Fica escrito que o dinheiro já voltou. A inscrição fica como está.',
  happensSecond: 'Nada sai até que outra pessoa diga sim. A inscrição fica como está.',
  message: 'Quando o dinheiro voltar, um e-mail e um SMS com o valor.',
  messageOutside: 'Um e-mail e um SMS com o valor, que voltou por fora do portal.',
  audience: 'A equipe vê na linha do tempo, com seu nome e o de quem aprovar.',
} as const;
