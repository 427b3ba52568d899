/** Texts of S-35 and S-36 (spec 7.2). */
export const changeTexts = {
  open: 'Alterar inscrição',
  title: 'Alterar inscrição',
  lead: 'Você continua na mesma oferta e pode trocar de curso ou de polo.',
  course: 'Curso',
  pole: 'Polo',
  choose: 'Selecione',
  required: 'Obrigatório.',
  save: 'Salvar',
  saving: 'Salvando sua alteração…',
  back: 'Voltar',
  // Key `successChange` of the seed.
  done: 'Pronto: sua inscrição mudou.',
  // Key `subscription error` of the seed.
  failed: 'Não foi possível alterar sua inscrição. Tente de novo.',
  none: 'Não há outro curso para trocar.',
  notLoaded: 'Não foi possível carregar os cursos.',
  full: (name: string) => `${name} (sem vagas)`,
  voids:
    'Ao salvar, o aceite do contrato é anulado e o pagamento em aberto é cancelado. Você volta para a etapa “Dados”.',
} as const;

/** The event from which the seven days of the cooling-off period are counted. */
const WITHDRAWN = {
  contract: 'do contrato',
  fee: 'do pagamento da taxa de inscrição',
  both: 'do contrato e do pagamento da taxa de inscrição',
} as const;

export const cancelTexts = {
  open: 'Cancelar inscrição',
  title: 'Cancelar inscrição',
  reason: 'Por que você quer cancelar?',
  details: 'Conte o motivo',
  confirm: 'Confirmar cancelamento',
  confirming: 'Cancelando…',
  back: 'Voltar',
  required: 'Obrigatório.',
  failed: 'Não foi possível cancelar sua inscrição. Tente de novo.',
  atOnce: 'Sua inscrição é cancelada na hora. Não há valores a devolver.',
  withdrawal: (amount: string) => `Você recebe de volta ${amount}.`,
  withdrawalWhy: (since: keyof typeof WITHDRAWN) =>
    `É o seu direito de arrependimento: até 7 dias depois ${WITHDRAWN[since]}, a devolução é integral e a instituição não pode negar.`,
  judged: 'A instituição vai analisar seu pedido.',
  byContract: 'A devolução do que você pagou segue as regras do contrato que você aceitou.',
  byContractAndFee:
    'A devolução da matrícula segue as regras do contrato que você aceitou. Sobre a taxa, quem decide é a instituição.',
  fee: 'Já se passaram 7 dias do pagamento: agora é a instituição que decide se devolve a taxa.',
  byInstitution: 'A instituição decide se devolve o que você pagou.',
  unchecked:
    'Seu pagamento ainda está sendo conferido. Se der certo, vemos a devolução junto com o seu pedido.',
  unknown: 'Não foi possível verificar se há valores a devolver.',
  unknownHelp: 'Tente de novo. Só assim dá para cancelar.',
  withdraw: 'Desistir do cancelamento',
  withdrawing: 'Voltando…',
  withdrawFailed: 'Não foi possível desistir do cancelamento. Tente de novo.',
} as const;
