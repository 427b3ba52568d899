import type { PersonName } from '@orbita/ui/person-name.ts';

/** Texts of the guardian's own link (spec 12.9): where the candidate sends it, and the page it opens. */
export const guardianLinkTexts = {
  title: (name: PersonName) => `${name} precisa aceitar o contrato`,
  lead: (name: PersonName) => `Você tem menos de 18 anos, então quem aceita é ${name}. Mande um link.`,
  together: (name: PersonName) => `Faça isto junto com ${name}: quem aceita o contrato é ${name}.`,
  relationship: (label: string) => `${label}, responde pelo pagamento`,
  where: 'Para onde mandamos o link?',
  channel: {
    email: (masked: string) => `E-mail ${masked}`,
    sms: (masked: string) => `SMS ${masked}`,
  },
  mend: 'Corrigir o contato',
  opens: (name: PersonName) => `${name} abre o link no próprio celular. Ele mostra só o contrato.`,
  steps: ['Lê, confirma com um código e aceita.', 'Esta página muda sozinha, e você segue daqui.'],
  whole: 'Conferir o que vai no contrato',
  here: (name: PersonName) => `${name} está comigo`,
  send: (name: PersonName) => `Mandar o link para ${name}`,
  again: (name: PersonName) => `Mandar outro link para ${name}`,
  sending: 'Mandando…',
  sent: (masked: string, when: string) => `Mandamos um link para ${masked} em ${when}.`,
  until: (when: string) => `O link vale até ${when}. Depois do aceite, você segue daqui.`,
  failed: 'Não foi possível mandar o link. Tente de novo.',
} as const;

export const guardianTexts = {
  pageTitle: 'Contrato para aceitar',
  title: (candidate: PersonName) => `Contrato de ${candidate}`,
  lead: (guardian: PersonName) => `${guardian}, confira o resumo, leia o contrato e aceite se concordar.`,
  loading: 'Carregando o contrato',
  failed: 'Não foi possível carregar o contrato. Tente de novo.',
  student: 'Quem vai estudar',
  payer: 'Quem contrata e paga',
  classRules: 'Quem vai estudar escolhe a turma depois do contrato.',
  overTitle: 'Este link não vale mais',
  overLead:
    'Ele venceu, já foi trocado por outro, ou os dados de quem paga mudaram. Peça um novo link para quem vai estudar.',
  closedTitle: 'Este contrato não precisa mais do seu aceite',
  closedLead: 'A inscrição mudou. Fale com quem vai estudar para saber o que houve.',
  doneTitle: 'Contrato aceito',
  doneLead: (candidate: PersonName) => `Pronto! A matrícula de ${candidate} segue daqui.`,
  when: 'Quando você aceitou',
  contract: 'Contrato e versão',
  copy: 'Uma cópia do contrato em PDF vai para o seu e-mail. Agora é só pagar: quem vai estudar mostra como.',
  readAgain: 'Ler o contrato aceito',
} as const;
