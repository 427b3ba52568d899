/** Status of typed text that is being saved. */
export const savingTexts = {
  saving: 'Salvando…',
  savedAt: (time: string) => `Salvo às ${time}`,
  savedOffline: 'Guardamos aqui e enviamos depois.',
  unkeptOffline: 'Sem conexão. Deixe esta página aberta.',
  saveFailed: 'Não foi possível salvar.',
  noCopy: 'Este navegador não guarda uma cópia do que você escreve.',
  noCopyHelp: 'Antes de sair da página, espere ver “Salvo”.',
  retryNow: 'Tentar agora',
} as const;
