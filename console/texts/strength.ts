/** Shown instead of the pages while a sign-in is not strong enough for them (spec 25.2.4). */
export const strengthTexts = {
  title: 'Confirme quem você é',
  lead: 'Suas funções mostram dados de muitas pessoas. Só o e-mail ou a senha não abrem isso.',
  showTitle: 'Use a sua chave de acesso',
  showHelp: 'Confirme com o rosto, a digital ou o PIN do aparelho.',
  show: 'Confirmar com chave de acesso',
  lost: 'Perdeu o aparelho? Fale com a administração.',
  makeTitle: 'Cadastre uma chave de acesso',
  makeHelp: 'Ela usa o rosto, a digital ou o PIN do aparelho. Depois, confirme com ela.',
  make: 'Cadastrar chave de acesso',
  otherDevice: 'Este aparelho não serve? Escolha usar outro e leia o código com o celular.',
  askTitle: 'Peça uma chave de acesso',
  askHelp:
    'O prazo para cadastrar a primeira chave passou. Peça à administração, na tela Equipe, para trocar suas chaves de acesso. Depois entre de novo.',
  later: 'Abrir só o que não precisa dela',
  leave: 'Sair',
  leaving: 'Saindo…',
} as const;
