import type { QueueName } from '@orbita/domain/work';

/** Applications as items of queues (spec 25.4.1). */
export const workTexts = {
  queue: 'Mostrar',
  all: 'Todas',
  heads: {
    'discipline-analyses': {
      label: 'Análises de disciplinas',
      title: (total: string) => (total === '1' ? '1 análise espera' : `${total} análises esperam`),
      none: 'Nenhuma análise de disciplinas esperando.',
      noneHelp: 'Quando os documentos chegam, ela aparece aqui.',
    },
    'accommodation-requests': {
      label: 'Pedidos antes da prova',
      title: (total: string) => (total === '1' ? '1 pedido espera' : `${total} pedidos esperam`),
      none: 'Nenhum pedido esperando.',
      noneHelp: 'Quem precisa de mais tempo faz o pedido antes da prova.',
    },
    'manual-payments': {
      label: 'Pagamentos a confirmar',
      title: (total: string) => (total === '1' ? '1 pagamento espera' : `${total} pagamentos esperam`),
      none: 'Nenhum pagamento esperando.',
      noneHelp: 'Quem paga aqui entra na fila até alguém ver se o dinheiro chegou.',
    },
    'stuck-papers': {
      label: 'Papéis parados',
      title: (total: string) => (total === '1' ? '1 inscrição parada' : `${total} inscrições paradas`),
      none: 'Nenhum papel parado.',
      noneHelp: 'Aqui fica quem tem um contrato sem PDF ou um arquivo sem leitura.',
    },
    'student-numbers': {
      label: 'Sem número de matrícula',
      title: (total: string) => (total === '1' ? '1 pessoa sem número' : `${total} pessoas sem número`),
      none: 'Ninguém espera o número de matrícula.',
      noneHelp: 'Quem faz a matrícula fica aqui até ter o número.',
    },
  } satisfies Partial<Record<QueueName, object>>,
  stuckPapers: {
    title: 'Tentar de novo',
    happens:
      'O portal faz de novo o PDF do contrato e verifica de novo os arquivos que ficaram parados. Se parar outra vez, avise quem cuida do portal.',
    message: 'Nenhuma agora. Com o PDF pronto, o contrato vai para ela.',
  },
  columns: {
    number: 'Inscrição',
    course: 'Curso',
    place: 'Instituição',
    waiting: 'Espera desde',
    due: 'Prazo',
  },
  late: (late: number, atRisk: number) =>
    [late > 0 && `${late} fora do prazo`, atRisk > 0 && `${atRisk} perto do prazo`]
      .filter(Boolean)
      .join(', '),
  start: 'Próximo',
  noneFree: 'Nenhuma inscrição livre agora nesta fila.',
  skipped: 'Você pulou',
  keyGroup: 'Inscrição da fila',
  acts: {
    'discipline-analyses': 'Registrar análise',
    'accommodation-requests': 'Responder pedido',
    'manual-payments': 'Confirmar recebimento',
    'stuck-papers': 'Tentar de novo',
    'student-numbers': 'Informar número',
  } satisfies Partial<Record<QueueName, string>>,
  over: 'Esta inscrição não espera mais nesta fila.',
} as const;

/** Whom or what an application is waiting for. */
export const waitTexts = {
  title: 'Espera',
  waits: 'Espera:',
  nobody: '—',
  since: (span: string) => `há ${span}`,
  until: (day: string) => `em ${day}`,
  stillLabel: 'Parada há quantos dias, ao menos',
  stillHelp: 'De 1 a 365.',
  days: (days: number) => (days === 1 ? 'Parada há 1 dia ou mais' : `Parada há ${days} dias ou mais`),
} as const;
