/** Plain-language summary of the privacy notice (LGPD art. 9 and 14 §6), for people of any age. */
export const privacyTexts = {
  title: 'Aviso de Privacidade',
  whole: 'Ler o aviso completo',
  parts: [
    {
      title: 'O que pedimos',
      text: 'Seu nome, seu documento, quando você nasceu, seu e-mail e seu celular. Na matrícula, também onde você mora, onde estudou e seus documentos.',
    },
    {
      title: 'Para que usamos',
      text: 'Para fazer sua inscrição, aplicar a seleção, firmar o contrato e concluir a matrícula. Nada além disso sem a sua permissão.',
    },
    {
      title: 'Quem vê',
      text: 'A instituição em que você se inscreve e quem presta serviço para ela, como o banco que recebe o pagamento. Não vendemos seus dados.',
    },
    {
      title: 'Por quanto tempo',
      text: 'Enquanto durar o processo. Contrato, notas fiscais e registros acadêmicos ficam pelo prazo que a lei manda.',
    },
    {
      title: 'Seus direitos',
      text: 'Você pode ver, corrigir, baixar ou pedir a exclusão dos seus dados, e desistir das novidades quando quiser.',
    },
    {
      title: 'Se você tem menos de 18 anos',
      text: 'Você pode criar a conta. Os dados de um responsável só são pedidos na matrícula, e não enviamos propaganda para você.',
    },
  ],
} as const;
