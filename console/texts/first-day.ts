import type { PersonName } from '@orbita/ui/person-name.ts';

/** Accounts that receive payments, and the results of testing them. */
export const accountTexts = {
  list: 'Contas de pagamento',
  names: { slip: 'Boleto' },
  test: 'Testar a conta',
  testing: 'Falando com o banco…',
  never: 'Ainda não foi testada.',
  worked: (when: string, by: PersonName) => `Respondeu em ${when}, no teste de ${by}. Nada foi cobrado.`,
  refused: (when: string, by: PersonName, words: string) =>
    `Não respondeu bem em ${when}, no teste de ${by}: ${words}`,
  changed: 'A conta mudou depois desse teste. Teste de novo.',
  certificate: {
    valid: (until: string) => `O certificado vale até ${until}.`,
    expiring: (until: string) => `O certificado só vale até ${until}.`,
    expired: (until: string) => `O certificado venceu em ${until}: o banco não atende até chegar o próximo.`,
    renew: 'Gere o próximo no site do banco e entregue os arquivos a quem mantém a Órbita.',
  },
  who: (roles: string) => `Quem testa: ${roles}.`,
} as const;

/** The first day of a college (spec 25.5). */
export const firstDayTexts = {
  title: (done: number, all: number) => `${done} de ${all} prontos para abrir as inscrições`,
  lead: 'Faça na ordem que quiser. Cada passo fica pronto sozinho, quando o que ele pede existe.',
  line: 'Ver o que falta',
  done: 'Pronto',
  open: 'Falta',
  review: 'Rever',
  begin: 'Fazer',
  guide: 'Ver o guia',
  page: 'Primeiro dia',
  steps: {
    brand: ['Marca', 'As cores e o logo de quem estuda com vocês.', '/marca'],
    institution: ['Atendimento', 'O telefone e a hora em que alguém responde.', '/catalogo?ver=support'],
    payment: [
      'Conta de pagamento',
      'A chave Pix e quem recebe, ou o convênio do boleto. Fica pronto quando a conta responde ao teste.',
      '/instituicao?ver=payment',
    ],
    offer: ['Primeira oferta', 'Um curso com lugar, vagas, datas e preço.', '/catalogo?ver=offers'],
    colleague: ['Convidar um colega', 'Dinheiro e acessos pedem uma segunda pessoa.', '/equipe'],
    trial: ['Inscrição de teste', 'Abra o portal pela Marca e siga como quem se candidata.', '/marca'],
  },
} as const;
