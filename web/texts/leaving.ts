/** Texts of S-35 and S-36 (spec 7.2). */
export const changeTexts = {
  open: 'Alterar inscrição',
  title: 'Alterar inscrição',
  lead: 'Você continua na mesma oferta; o curso e o polo mudam.',
  course: 'Curso',
  pole: 'Polo',
  choose: 'Selecione',
  save: 'Salvar',
  saving: 'Salvando sua alteração…',
  back: 'Voltar',
  // Key `successChange` of the seed.
  done: 'Inscrição alterada com sucesso.',
  // Key `subscription error` of the seed.
  failed: 'Não foi possível alterar sua inscrição. Tente novamente.',
  none: 'Nenhum curso disponível para troca.',
  notLoaded: 'Não foi possível carregar os cursos.',
  again: 'Tentar novamente',
  full: (name: string) => `${name} (sem vagas)`,
  voids:
    'Ao salvar, o aceite do contrato é anulado e o pagamento em aberto é cancelado. Você volta para a etapa “Dados”.',
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
  failed: 'Não foi possível cancelar sua inscrição. Tente novamente.',
  atOnce: 'Sua inscrição é cancelada na hora. Não há valores a devolver.',
  withdrawal: (amount: string) => `Você recebe de volta ${amount}.`,
  withdrawalWhy:
    'É o seu direito de arrependimento: até 7 dias depois do contrato, a devolução é integral e a instituição não pode negar.',
  contract: 'A instituição analisa seu pedido.',
  contractWhy: 'A devolução do que você pagou segue as regras do contrato que você aceitou.',
  withdraw: 'Desistir do cancelamento',
  withdrawing: 'Voltando…',
  withdrawFailed: 'Não foi possível desistir do cancelamento. Tente novamente.',
} as const;
