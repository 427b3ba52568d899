/** Texts of "Mensagens" (S-48). */
export const messagesTexts = {
  title: 'Mensagens',
  lead: 'O que enviamos para você por e-mail e SMS. Por segurança, códigos e links ficam só na mensagem original.',
  loadFailed: 'Não foi possível carregar suas mensagens.',
  none: 'Nada por aqui ainda.',
  noneHelp: 'O que a gente mandar para você fica aqui também.',
  channels: { email: 'E-mail', sms: 'SMS', whatsapp: 'WhatsApp' },
  notDelivered: 'Não entregue',
  checkContact: 'Confira seu e-mail e seu celular em Meus dados.',
  openApplication: (id: number) => `Abrir inscrição nº ${id}`,
  shown: (count: number, total: number) =>
    count < total
      ? `${count} de ${total} mensagens, da mais nova para a mais antiga.`
      : total === 1
        ? '1 mensagem.'
        : `${total} mensagens, da mais nova para a mais antiga.`,
  more: 'Ver mais mensagens',
  loadingMore: 'Carregando…',
} as const;
