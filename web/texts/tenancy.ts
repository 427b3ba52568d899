/** Texts of the choice of an institution (S-10b) and of the portal's filter by institution. */
export const institutionTexts = {
  title: 'Escolher instituição',
  lead: 'Em qual instituição você quer estudar?',
  loading: 'Carregando instituições',
  offers: (count: number) =>
    count === 1 ? '1 oferta com inscrições abertas' : `${count} ofertas com inscrições abertas`,
  none: 'Não há inscrições abertas agora.',
  noneHelp: 'Volte em alguns dias para ver as novas ofertas.',
  failed: 'Não foi possível abrir a lista.',
  chosen: (name: string) => `Cursos de ${name}.`,
  change: 'Trocar instituição',
  filter: 'Instituição',
  all: 'Todas',
  noneHere: 'Você ainda não se inscreveu aqui.',
} as const;

/** Texts of the support contact. */
export const supportTexts = {
  usual: 'Fale com a gente no WhatsApp.',
  number: (id: number) => `Inscrição nº ${id}.`,
} as const;
