/** Texts of the request for more time or another condition of essay and test (spec 10.1). */
export const adjustmentTexts = {
  question: 'Precisa de mais tempo ou de outra condição? Fale conosco antes de iniciar.',
  ask: 'Fazer um pedido',
  change: 'Mudar o pedido',
  again: 'Fazer outro pedido',
  title: {
    asked: 'Seu pedido ainda não foi respondido.',
    granted: 'Seu pedido foi aceito.',
    refused: 'Seu pedido não foi aceito.',
  },
  text: {
    asked: (day: string) => `Enviado em ${day}. A resposta aparece aqui.`,
    granted: (day: string) => `É o pedido de ${day}. As condições novas já valem.`,
    refused: (day: string) => `É o pedido de ${day}. Fale com a instituição.`,
  },
  unanswered: 'Seu pedido ainda não foi respondido',
  wait: 'Esperar a resposta',
  essay: {
    text: 'Se você iniciar agora, o tempo é o de todos. Se o pedido for aceito enquanto você escreve, o tempo a mais entra na hora.',
    yes: 'Iniciar assim mesmo',
  },
  test: {
    text: 'Você pode marcar a prova agora. Se a resposta chegar antes do dia, ela vale para a prova.',
    yes: 'Marcar assim mesmo',
  },
  dialogTitle: 'Do que você precisa?',
  kinds: 'Escolha o que ajuda você',
  notes: 'Conte mais, se quiser',
  missing: 'Escolha uma opção ou conte do que você precisa.',
  report: 'Tenho um laudo e posso mandar depois',
  privacy: 'Só lê isto quem cuida de provas e redações.',
  failed: 'Não foi possível enviar o pedido. Tente de novo.',
  send: 'Enviar pedido',
  sending: 'Enviando…',
  cancel: 'Voltar',
} as const;
