/** "Estender prazo". */
export const deadlineTexts = {
  title: 'Estender prazo',
  loading: 'Carregando os prazos…',
  none: 'Nenhum prazo corre nesta inscrição agora.',
  which: 'Qual prazo',
  now: (day: string) => `Agora vai até ${day}`,
  until: 'Novo prazo',
  untilHint: (latest: string) => `Um dia depois do prazo de agora, até ${latest}.`,
  untilMissing: 'Escolha o dia.',
  notLater: 'Escolha um dia depois do prazo de agora.',
  tooLate: (latest: string) => `No máximo até ${latest}.`,
  whom: 'Para quem',
  one: 'Só esta inscrição',
  all: (offer: string) => `Todas em andamento: ${offer}`,
  open: (count: number) =>
    count === 1 ? 'Só esta inscrição está neste ponto agora' : `${count} inscrições estão neste ponto agora`,
  second: (day: string) => `Prazos depois de ${day} precisam de outra pessoa para aprovar.`,
  secondAll: 'Um prazo para todas as inscrições precisa de outra pessoa para aprovar.',
  ask: 'Pedir aprovação',
  asking: 'Pedindo…',
  happens: {
    steps: 'A pessoa ganha mais dias para redação, prova, ENEM, questionário, entrevista, dados e contrato.',
    payment: 'A pessoa pode pagar até o novo dia. Um boleto ou Pix já gerado não muda: ela pode gerar outro.',
    documents: 'A pessoa vê o novo dia junto dos documentos que faltam.',
  },
  happensAll: 'Cada inscrição em andamento ganha o novo prazo. Quem já tem prazo maior fica com o que tem.',
  happensSecond: 'Nada muda até outra pessoa aprovar.',
  earlier: 'Já estendido para toda a oferta',
  earlierOne: (until: string, by: string, count: number) => `Até ${until}, por ${by}: ${count} inscrições`,
  working: 'ainda em andamento',
} as const;

/** "Dar desconto". */
export const discountDialogTexts = {
  title: 'Dar desconto',
  loading: 'Carregando os valores…',
  none: 'Não há pagamento a fazer nesta inscrição.',
  payment: 'Em qual pagamento',
  payments: { tax: 'Taxa de inscrição', enrollment: 'Matrícula' },
  price: (first: string, all: string) =>
    first === all ? `Até ${first}` : `Até ${first} agora, ${all} ao todo`,
  kind: 'Tipo de desconto',
  percent: 'Porcentagem',
  amount: 'Valor em reais',
  size: { percent: 'Quantos por cento', amount: 'Valor' },
  wrong: { percent: 'De 0,01 a 100.', amount: 'Escreva o valor assim: 349,00.' },
  instalments: 'Em quais parcelas',
  first: 'Na primeira parcela',
  all: 'Em todas as parcelas',
  until: 'Vale até',
  untilHint: (latest: string) => `Até ${latest}.`,
  untilMissing: 'Escolha o dia.',
  untilWrong: (latest: string) => `De hoje até ${latest}.`,
  current: (size: string, until: string) =>
    `Já tem desconto de ${size}, até ${until}. O novo fica no lugar dele.`,
  second: (limit: string) => `Acima de ${limit} outra pessoa precisa aprovar.`,
  ask: 'Pedir aprovação',
  asking: 'Pedindo…',
  happens:
    'O desconto aparece já no pagamento desta inscrição. Só ela pode usar, uma vez. Uma cobrança aberta não muda: a pessoa gera outra para pagar com o desconto.',
  happensSecond: 'Nada muda até outra pessoa aprovar.',
} as const;
