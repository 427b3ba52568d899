/** Texts of a document that an account and an imported person both have (spec 25.6.3). */
export const documentCaseTexts = {
  title: 'Duas pessoas têm este documento',
  lead: (by: string, on: string) => `${by} trouxe estes dados em ${on}. Nada foi gravado na conta.`,
  account: 'Nesta conta',
  brought: 'Trazido pela instituição',
  name: 'Nome',
  birth: 'Nascimento',
  email: 'E-mail',
  phone: 'Celular',
  none: 'Não informado',
  proved: 'A conta confirmou um contato por código.',
  unproved: 'A conta não confirmou nenhum contato.',
  given: {
    open: 'É de outra pessoa',
    title: 'Dar o documento à pessoa que a instituição trouxe?',
    verb: 'Dar o documento',
    busy: 'Gravando…',
    happens:
      'Ela passa a ter o documento e entra com código. Desta conta saem todas as formas de entrar; as inscrições ficam nela. Depois corrija o documento desta conta.',
  },
  kept: {
    open: 'É desta conta',
    title: 'O documento é desta conta?',
    verb: 'Manter a conta',
    busy: 'Gravando…',
    happens: 'A conta fica como está, e o que a instituição trouxe é descartado.',
  },
} as const;
