/** Texts of S-13 (status 14). */
export const informationTexts = {
  title: 'Complete suas informações',
  lead: 'Faltam estes dados para continuar sua inscrição.',
  nothing: 'Seus dados estão completos. Pode seguir.',
  save: 'Salvar e continuar',
  saving: 'Salvando…',
  saveFailed: 'Não foi possível salvar. Tente de novo.',
} as const;
