/** What is said of typed text that is being saved. */
export const savingTexts = {
  saving: 'Salvando…',
  savedAt: (time: string) => `Salvo às ${time}`,
  savedOffline: 'Guardamos aqui e enviamos depois.',
  saveFailed: 'Não foi possível salvar.',
  retryNow: 'Tentar agora',
} as const;
