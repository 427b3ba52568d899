import type { PersonName } from '@orbita/ui/person-name.ts';

/** Texts of the portal (S-10). */
export const portalTexts = {
  title: 'Suas inscrições',
  greeting: (name: PersonName) => `Olá, ${name}!`,
  greetingAlone: 'Olá!',
  list: 'Suas inscrições',
  endedLink: 'Este link não vale mais.',
  endedLinkNow: 'Suas inscrições estão aqui embaixo.',
  oneToday: 'Sua inscrição precisa de você hoje.',
  oneOfManyToday: 'Uma inscrição precisa de você hoje. As outras estão em dia.',
  manyToday: (count: number) => `${count} inscrições precisam de você hoje.`,
  oneWaits: 'Sua inscrição espera por você.',
  oneOfManyWaits: 'Uma inscrição espera por você. As outras estão em dia.',
  manyWait: (count: number) => `${count} inscrições esperam por você.`,
  allFine: 'Está tudo em dia. Se algo mudar, a gente avisa.',
  none: 'Escolha um curso para começar.',
  empty: 'Você ainda não tem inscrições.',
  emptyAction: 'Escolher curso',
  failed: 'Não foi possível carregar suas inscrições.',
  create: 'Nova inscrição',
  ended: (count: number) => (count === 1 ? 'Inscrição encerrada' : `Inscrições encerradas (${count})`),
  payUntil: (when: string) => `Pague até ${when}`,
  sendUntil: (when: string) => `Envie até ${when}`,
  classUntil: (when: string) => `Turma reservada até ${when}`,
  today: 'hoje',
  tomorrow: 'amanhã',
  applyUntil: (when: string) => `Inscrições até ${when}`,
  enrolUntil: (when: string) => `Matrículas até ${when}`,
  testAt: (when: string) => `Prova: ${when}`,
  confirmEmailLine: 'Confirme seu e-mail para receber links de acesso direto.',
  confirmEmail: 'Confirmar e-mail',
} as const;

/** Kinds of course, by template type. */
export const levelTexts: Readonly<Record<1 | 2 | 3 | 4, string>> = {
  1: 'Graduação',
  2: 'Pós-graduação',
  3: 'Extensão',
  4: 'Pós-graduação',
};

export { nextTexts as taskTexts } from '@orbita/domain/subscription';

/** Texts of the introduction video. */
export const videoTexts = {
  title: 'Vídeo de apresentação',
  watch: 'Assistir ao vídeo de apresentação',
  from: (source: string) => `Vem do ${source} e só carrega se você assistir.`,
} as const;

/** Texts of the welcome modal. */
export const welcomeTexts = {
  title: 'Boas-vindas!',
  lead: 'Da inscrição à matrícula são três passos:',
  steps: [
    'Escolha o curso e faça a sua inscrição.',
    'Faça a seleção e veja o resultado aqui.',
    'Confira seus dados, aceite o contrato e pague a primeira parcela.',
  ],
  hide: 'Não mostrar novamente por 7 dias',
  start: 'Começar',
} as const;
