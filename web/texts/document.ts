/** Texts of S-31 (spec 15.2). */
export const documentTexts = {
  title: 'Documentos',
  loading: 'Carregando documentos',
  loadFailed: 'Não foi possível carregar os documentos.',
  approved: (done: number, total: number) => `${done} de ${total} aprovados`,
  ring: (done: number, total: number) => `${done} de ${total} documentos aprovados`,
  sendUntil: (day: string) => `envie até ${day}`,
  advice: (formats: string) => `${formats}, até 30MB cada.`,
  required: 'Obrigatórios',
  optional: 'Opcionais',
  send: 'Enviar arquivo',
  sendAgain: 'Enviar novamente',
  sendMore: 'Enviar outro arquivo',
  photo: 'Tirar foto',
  of: (name: string) => ` de ${name}`,
  formats: (formats: string) => `Este pode ser ${formats}.`,
  do: 'Enviar',
  redo: 'Reenviar',
  refused: (reason: string) => `Recusado · ${reason}`,
  notNeeded: 'Não precisa enviar',
  view: 'Ver',
  download: 'Baixar',
  remove: 'Remover',
  removeTitle: 'Remover arquivo',
  removeAsk: (name: string) => `Remover ${name}? Depois dá para mandar outro.`,
  removing: 'Removendo…',
  keep: 'Manter arquivo',
  sentAt: (at: string) => `enviado ${at}`,
  preparing: 'Preparando…',
  waiting: 'Na fila',
  offline: 'Sem internet. O envio segue quando ela voltar.',
  finishing: 'Conferindo…',
  progress: (percent: number, sent: string, total: string) => `${percent}% · ${sent} de ${total} MB`,
  said: (name: string, percent: number) =>
    percent === 0
      ? `Enviando ${name}…`
      : percent === 100
        ? `${name} enviado. Em análise.`
        : `${name}: ${percent}% enviado.`,
  interrupted: (percent: number) =>
    `O envio parou em ${percent}%. Escolha o mesmo arquivo para ir em frente.`,
  discardUpload: (name: string) => `Descartar o envio de ${name}`,
  covered: (other: string) => `Não precisa mandar este: vale “${other}”, depois de aprovado.`,
  coverFailed: 'Não foi possível salvar. Tente de novo.',
  reuse: 'Usar documento já aprovado',
  reuseHelp: (day: string) => `Você já mandou este e ele passou em ${day}. A instituição confere de novo.`,
  reusing: 'Copiando…',
  reuseFailed: 'Não foi possível usar o documento aprovado. Tente de novo ou envie o arquivo.',
  allSent: 'Tudo enviado',
  allSentNext: 'Agora é com a instituição. Pode fechar a página: mandamos um e-mail.',
  continue: 'Continuar',
} as const;

/** Texts of joining photos into one file (S-31, spec 15.9). */
export const photoTexts = {
  open: 'Juntar fotos em um PDF',
  openAgain: (count: number) =>
    count === 1 ? 'Continuar com a foto escolhida' : `Continuar com as ${count} fotos escolhidas`,
  title: 'Fotos do documento',
  help: (name: string) => `${name}: cada foto vira uma página de um único arquivo, nesta ordem.`,
  take: 'Tirar foto',
  takeMore: 'Tirar outra foto',
  choose: 'Escolher fotos',
  count: (count: number) =>
    count === 0 ? 'Nenhuma foto ainda.' : count === 1 ? '1 página' : `${count} páginas`,
  reading: (now: number, of: number) => `Conferindo foto ${now} de ${of}…`,
  page: (page: number, of: number) => `Página ${page} de ${of}`,
  picture: (page: number) => `Foto da página ${page}`,
  blurred: 'A foto está sem nitidez. Tire outra.',
  up: (page: number) => `Mover a página ${page} para cima`,
  down: (page: number) => `Mover a página ${page} para baixo`,
  turn: (page: number) => `Girar a página ${page}`,
  remove: (page: number) => `Remover a página ${page}`,
  send: (count: number) => (count > 1 ? `Enviar ${count} páginas` : 'Enviar'),
  later: 'Enviar depois',
  joining: 'Juntando…',
  problems: 'Nem todas as fotos entraram',
  small: (width: number, height: number) =>
    `a foto é pequena demais para ser lida (${width} × ${height}). Tire outra mais de perto ou com mais resolução.`,
  unreadable: 'não foi possível abrir a foto. Escolha outra.',
  tooMany: (most: number, left: number) =>
    `Um documento tem no máximo ${most} fotos. ${left === 1 ? 'Uma foto ficou' : `${left} fotos ficaram`} de fora.`,
  tooHeavy: 'Juntas, as fotos passam de 30MB. Remova algumas e envie em outro arquivo.',
  notJoined: 'Não foi possível juntar as fotos. Tente de novo.',
} as const;

/** Texts of S-16 (spec 9.3). */
export const selectionDocumentTexts = {
  title: 'Os documentos da sua inscrição',
  note: 'Com todos aprovados, você vai para a próxima etapa.',
  accepted: 'Disciplinas aproveitadas',
  acceptedChip: 'Aproveitada',
  workload: (hours: number) => `${hours} h`,
  term: (term: number) => `Comece pelo ${term}º período`,
} as const;

/** Texts of printing (S-41, spec 14.6 and 18). */
export const printTexts = {
  title: 'Impressão',
  nothing: 'Não há nada para imprimir.',
  nothingHelp: 'O endereço de impressão vale por 5 minutos. Abra o documento outra vez na sua inscrição.',
  print: 'Imprimir',
  barcode: 'Código de barras',
  loading: 'Carregando documento',
  blocked: 'O navegador não deixou abrir a página de imprimir. Permita pop-ups e tente de novo.',
  failed: 'Não foi possível abrir o documento para impressão. Tente de novo.',
  back: 'Voltar ao início',
} as const;

/** Texts of the PDF of an accepted contract (spec 13.1). */
export const contractCopyTexts = {
  download: 'Baixar contrato em PDF',
  note: 'Com o registro do aceite e o código de verificação',
  preparing: 'Estamos preparando o PDF do contrato. Ele aparece aqui em instantes e também vai por e-mail.',
  failed: 'Não foi possível baixar o contrato. Tente de novo.',
} as const;
