import type { PersonName } from '@orbita/ui/person-name.ts';

/** Texts of the frame (spec 25.3.2). */
export const shellTexts = {
  product: 'Órbita Equipe',
  team: 'Equipe',
  skip: 'Pular para o conteúdo',
  navigation: 'Principal',
  where: 'Você está em',
  openMenu: 'Abrir menu',
  closeMenu: 'Fechar menu',
  institution: 'Instituição',
  allInstitutions: 'Todas as instituições',
  all: 'Todas',
  otherConsoles: 'Outras equipes',
  search: 'Buscar',
  keys: 'Atalhos do teclado',
  menuOf: (name: PersonName, roles: string) => `Menu de ${name}${roles && `, ${roles}`}`,
  passkeys: 'Chaves de acesso',
  devices: 'Meus acessos',
  signOut: 'Sair',
  signingOut: 'Saindo…',
  singleKeys: 'Atalhos de uma tecla',
  compactRows: 'Linhas mais baixas',
  digest: 'Resumo do dia por e-mail',
  connecting: 'Conectando…',
  loading: 'Carregando…',
  notFound: 'Esta página não existe',
  notFoundHelp: 'O endereço pode ter mudado. Use o menu para achar o que você procura.',
  toStart: 'Ir para o início',
  broken: 'Algo deu errado nesta página',
  brokenHelp: 'O resto continua funcionando. Tente de novo ou vá para outro lugar.',
  failed: 'Não foi possível carregar.',
  again: 'Tentar novamente',
  request: (trace: string) => `Pedido ${trace}`,
  forbidden: 'Sua função não abre esta página.',
  forWhole: 'Só abre esta página quem cuida de todas as instituições.',
  whoMay: (roles: string) => `Quem abre: ${roles}.`,
  offline: 'Você está sem conexão.',
  offlineSendLine: 'Você está sem conexão. O que for decidido será enviado quando ela voltar.',
  uncounted: ', não foi possível contar tudo',
  waiting: (state: 'none' | 'soon' | 'over') =>
    ({
      none: ' esperando',
      soon: ' esperando, há itens perto do prazo',
      over: ' esperando, há itens fora do prazo',
    })[state],
} as const;

/** Titles of the navigation groups, in order (spec 25.3.2); the first has none. */
export const groupTitles = {
  start: '',
  selection: 'Seleção',
  enrolment: 'Matrícula',
  money: 'Dinheiro',
  management: 'Gestão',
  communication: 'Comunicação',
  administration: 'Administração',
} as const;
