/** E-01 (spec 25.5). */
export const homeTexts = {
  yours: (count: number) => (count === 1 ? '1 com você' : `${count} com você`),
  loadingTitle: 'Início',
  nothing: 'Nada esperando por você agora.',
  nothingHelp: 'Quando algo chegar, aparece aqui.',
  noQueues: 'Suas funções não têm filas.',
  noQueuesHelp: 'Use o menu para abrir o que você pode ver.',
  late: (count: number) => `${count} fora do prazo`,
  atRisk: (count: number) => `${count} perto do prazo`,
  news: (late: number, atRisk: number) => `${late} fora do prazo, ${atRisk} perto dele`,
  inTime: (count: string) => `${count} à espera, dentro do prazo`,
  lead: (items: string, queues: number) =>
    `${items} ${items === '1' ? 'item espera' : 'itens esperam'} a equipe em ${queues} ${queues === 1 ? 'fila' : 'filas'}.`,
  queues: 'Filas',
  caption: 'Filas do que espera uma decisão',
  queue: 'Fila',
  waiting: 'Esperam',
  oldest: 'Mais antigo',
  due: 'Prazo',
  onTime: 'em dia',
  oldestBefore: 'mais antigo',
  oldestAt: (span: string) => `há ${span}`,
  next: 'Próximo',
  nexting: 'Buscando…',
  nextOf: (queue: string) => `Próximo: ${queue}`,
  noneFree: (queue: string) => `Nenhum item livre agora em "${queue}".`,
  failed: 'Não foi possível contar esta fila.',
  uncounted: (queues: number) =>
    queues === 1 ? 'Uma fila não pôde ser contada' : `${queues} filas não puderam ser contadas`,
  openList: 'Abrir a lista',
  listOf: (queue: string) => `Abrir a lista: ${queue}`,
  toDue: 'Até o prazo',
  trackHelp: 'Cada traço é um item. A linha alta é o prazo; a faixa, o fim dele.',
  row: 'fila',
  open: 'abrir a lista',
  nextKey: 'próximo',
} as const;

/** Texts of every review about its item (spec 25.4.2). */
export const reviewTexts = {
  queued: (count: string) => `${count} na fila`,
  withYou: (until: string) => `com você até ${until}`,
  due: (span: string) => `vence em ${span}`,
  late: (span: string) => `venceu há ${span}`,
} as const;

/** The result of a skip (spec 25.4.4). */
export const skipTexts = {
  waits: (name: string) => `Sem conexão. O pedido de pular "${name}" será enviado quando ela voltar.`,
  failed: (name: string, why: string) => `Não foi possível pular "${name}". ${why}`,
} as const;
