/** One line about what has just happened, if a page changes silently (spec 16.1). */
export const liveTexts = {
  essayDelayed: 'Sua correção está demorando mais do que o previsto. Avisamos por e-mail quando sair.',
  documentChanged: 'Há novidade nos seus documentos.',
  documentApproved: (name: string) => `${name}: aprovado.`,
  documentWaived: (name: string) => `${name}: não precisa mais enviar.`,
  documentAgain: (name: string) => `${name}: em análise outra vez.`,
  interviewScheduled: 'Sua entrevista foi marcada. Veja data e hora na sua inscrição.',
  holdExpiring: (time: string | undefined) =>
    `Sua reserva de turma termina ${time ? `às ${time}` : 'em poucos minutos'}. Conclua o pagamento para não perder a vaga.`,
  studentRegistered: 'Seu número de matrícula chegou.',
  paymentRefunded: 'Você recebeu um pagamento de volta.',
  paymentLate: 'Seu pagamento chegou depois do prazo. A instituição vai falar com você.',
  close: 'Fechar aviso',
} as const;
