/** Texts of passkeys, called "chaves de acesso" in Portuguese as on phones and computers. */
export const passkeyTexts = {
  offerTitle: 'Entre mais rápido da próxima vez',
  offer:
    'Crie uma chave de acesso e entre com o rosto, a digital ou o PIN deste aparelho, sem digitar a senha.',
  create: 'Criar chave de acesso',
  creating: 'Criando…',
  later: 'Agora não',
  created: 'Chave de acesso criada. Na próxima vez, escolha “Usar chave de acesso”.',
  createFailed: 'Não foi possível criar a chave de acesso. Tente de novo.',
  title: 'Chaves de acesso',
  lead: 'Entre com o rosto, a digital ou o PIN do aparelho, sem digitar a senha.',
  none: 'Você ainda não tem chave de acesso.',
  unsupported: 'Este navegador não aceita chave de acesso.',
  loadFailed: 'Não foi possível carregar suas chaves de acesso.',
  add: 'Adicionar chave de acesso',
  added: (day: string) => `Criada em ${day}`,
  used: (day: string) => `Último uso em ${day}`,
  unused: 'Ainda não usada',
  remove: 'Remover',
  removeLabel: (label: string) => `Remover a chave de acesso ${label}`,
  removeTitle: 'Remover chave de acesso?',
  removeText: (label: string) =>
    `A chave “${label}” deixa de abrir sua conta. Você continua entrando com a senha ou com um código.`,
  removing: 'Removendo…',
  removed: 'Chave de acesso removida.',
  removeFailed: 'Não foi possível remover a chave de acesso. Tente de novo.',
  keep: 'Manter',
} as const;
