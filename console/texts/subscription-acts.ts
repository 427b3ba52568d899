import type { ActionName } from '@orbita/domain/subscription';

/** Texts shared by all acts. */
export const actTexts = {
  title: 'O que pode ser feito',
  loading: 'Carregando as ações…',
  none: 'Nenhuma ação para sua função.',
  more: 'Mais',
  confirm: { recent: 'Pede que você confirme que é você', strong: 'Pede sua chave de acesso' },
  cancel: 'Voltar',
  happens: 'O que acontece',
  message: 'O que a pessoa recebe',
  audience: 'Quem fica sabendo',
  noMessage: 'Nenhuma mensagem.',
  timeline: 'A equipe vê na linha do tempo, com seu nome.',
  reason: 'Motivo',
  reasonRead: 'A pessoa não lê o motivo. Ele fica no histórico, e ela pode pedir uma cópia.',
  reasonShown: 'A pessoa lê este motivo na página do resultado.',
  reasonMissing: 'Escreva o motivo.',
} as const;

type Act = { small: string; verb: string; busy: string; done: string };

/** Texts of each act: second line in the list, button, and message afterwards. */
export const acts = {
  'send-link': {
    small: 'Continuar, pagar ou enviar documentos',
    verb: 'Enviar link',
    busy: 'Enviando…',
    done: 'Link enviado.',
  },
  'ask-confirmation': {
    small: 'A pessoa confirma o contato dela; depois os links chegam lá',
    verb: 'Pedir confirmação',
    busy: 'Pedindo…',
    done: 'Pedido de confirmação enviado.',
  },
  'copy-link': {
    small: 'Para entregar à pessoa agora, por 24 horas',
    verb: 'Criar link',
    busy: 'Criando…',
    done: 'Link criado.',
  },
  'view-as-candidate': {
    small: 'Só para olhar, em outra aba, por 15 minutos',
    verb: 'Abrir visualização',
    busy: 'Abrindo…',
    done: 'Visualização aberta em outra aba.',
  },
  'cancel-links': {
    small: 'Os links já enviados param de abrir',
    verb: 'Cancelar links',
    busy: 'Cancelando…',
    done: 'Links cancelados.',
  },
  'correct-contact': {
    small: 'E-mail ou celular da pessoa',
    verb: 'Corrigir contato',
    busy: 'Corrigindo…',
    done: 'Contato corrigido. A pessoa ainda precisa confirmar.',
  },
  'correct-identity': {
    small: 'Nome civil, nascimento, documento ou RG',
    verb: 'Corrigir dados',
    busy: 'Corrigindo…',
    done: 'Dados corrigidos.',
  },
  'change-course': {
    small: 'Dentro da mesma oferta, onde há vaga',
    verb: 'Trocar',
    busy: 'Trocando…',
    done: 'Curso ou polo trocado.',
  },
  'extend-deadline': {
    small: 'Para esta pessoa ou para toda a oferta',
    verb: 'Estender prazo',
    busy: 'Estendendo…',
    done: 'Prazo estendido.',
  },
  dossier: {
    small: 'Tudo desta inscrição em um PDF',
    verb: 'Baixar PDF',
    busy: 'Preparando…',
    done: 'PDF baixado.',
  },
  'give-discount': {
    small: 'Só para esta inscrição, com fim',
    verb: 'Dar desconto',
    busy: 'Dando o desconto…',
    done: 'Desconto dado. Já está no pagamento da pessoa.',
  },
  reinstate: {
    small: 'A inscrição que terminou por prazo segue de novo',
    verb: 'Reativar',
    busy: 'Reativando…',
    done: 'Inscrição reativada.',
  },
  disqualify: {
    small: 'Encerra a inscrição',
    verb: 'Desclassificar',
    busy: 'Desclassificando…',
    done: 'Inscrição desclassificada.',
  },
  block: {
    small: 'Para todas as inscrições da pessoa',
    verb: 'Bloquear pessoa',
    busy: 'Bloqueando…',
    done: 'Pessoa bloqueada.',
  },
  unblock: {
    small: 'As inscrições voltam para onde estavam',
    verb: 'Desbloquear',
    busy: 'Desbloqueando…',
    done: 'Pessoa desbloqueada.',
  },
  'see-all-institutions': {
    small: 'Na página da marca, mostra as outras instituições',
    verb: 'Salvar',
    busy: 'Salvando…',
    done: 'Escolha salva.',
  },
  'book-test': {
    small: 'Fazer pela pessoa: dia e hora da prova',
    verb: 'Agendar prova',
    busy: 'Agendando…',
    done: 'Prova agendada.',
  },
  'ask-exam-score': {
    small: 'Fazer pela pessoa: pedir a nota',
    verb: 'Consultar',
    busy: 'Consultando…',
    done: 'Nota pedida.',
  },
  'send-document': {
    small: 'Fazer pela pessoa: um arquivo dos documentos',
    verb: 'Enviar documento',
    busy: 'Enviando…',
    done: 'Documento enviado.',
  },
  'choose-disciplines': {
    small: 'Fazer pela pessoa: as eletivas',
    verb: 'Salvar escolha',
    busy: 'Salvando…',
    done: 'Disciplinas escolhidas.',
  },
  'answer-questionnaire': {
    small: 'Fazer pela pessoa: as respostas',
    verb: 'Enviar questionário',
    busy: 'Enviando…',
    done: 'Questionário enviado.',
  },
  'grant-attempt': {
    small: 'Mais uma chance de fazer a redação',
    verb: 'Conceder tentativa',
    busy: 'Concedendo…',
    done: 'Tentativa concedida.',
  },
  'grant-accommodations': {
    small: 'Tempo a mais e modo da prova',
    verb: 'Salvar recursos',
    busy: 'Salvando…',
    done: 'Recursos salvos.',
  },
  'analyse-disciplines': {
    small: 'O que vale do curso anterior',
    verb: 'Registrar análise',
    busy: 'Registrando…',
    done: 'Análise registrada.',
  },
  'receive-payment': {
    small: 'Quando a pessoa paga aqui',
    verb: 'Receber',
    busy: 'Registrando…',
    done: 'Pagamento registrado. Falta confirmar que o dinheiro chegou.',
  },
  'settle-payment': {
    small: 'O dinheiro chegou',
    verb: 'Confirmar recebimento',
    busy: 'Confirmando…',
    done: 'Recebimento confirmado. A inscrição seguiu.',
  },
  'refuse-payment': {
    small: 'A pessoa volta a escolher como pagar',
    verb: 'Não recebemos',
    busy: 'Registrando…',
    done: 'Registrado. A pessoa pode pagar de outro jeito.',
  },
  refund: {
    small: 'O todo ou uma parte do que foi pago',
    verb: 'Devolver dinheiro',
    busy: 'Devolvendo…',
    done: 'Devolução feita.',
  },
  'retry-papers': {
    small: 'O PDF do contrato ou um arquivo que não foi verificado',
    verb: 'Tentar de novo',
    busy: 'Pedindo…',
    done: 'O portal tenta de novo agora.',
  },
  'student-number': {
    small: 'O número que o sistema acadêmico deu',
    verb: 'Informar número',
    busy: 'Salvando…',
    done: 'Número de matrícula informado.',
  },
  'approve-selection': {
    small: 'Aprova a pessoa na seleção',
    verb: 'Aprovar documentos',
    busy: 'Aprovando…',
    done: 'Documentos da inscrição aprovados.',
  },
  'reject-selection': {
    small: 'A pessoa não passa na seleção',
    verb: 'Recusar',
    busy: 'Recusando…',
    done: 'Inscrição recusada.',
  },
} as const satisfies Partial<Record<ActionName, Act>>;

/** Questions and explanations before an act. */
export const askTexts = {
  link: {
    title: 'Enviar link de acesso',
    purpose: 'Para que serve o link',
    purposes: { continue: 'Continuar a inscrição', payment: 'Pagar', documents: 'Enviar documentos' },
    happens: 'Criamos um link novo, que abre direto esta inscrição. Os links já enviados continuam valendo.',
    to: (where: string) => `Vai para: ${where}.`,
    toContract: (where: string) =>
      `Nenhum contato está confirmado. Vai para ${where}, que recebeu a cópia do contrato, e vale por 24 horas.`,
    audience: 'O link não aparece para a equipe.',
  },
  confirmation: {
    title: 'Pedir confirmação do e-mail',
    happens:
      'A pessoa recebe um aviso para entrar no portal e confirmar o contato. O aviso não abre a inscrição. Depois da confirmação, os links passam a chegar.',
    already: 'A pessoa já recebeu este pedido há menos de uma hora.',
  },
  cancelLinks: {
    title: 'Cancelar os links desta inscrição?',
    happens: 'Todos os links já enviados para esta inscrição param de abrir, e quem entrou por eles sai.',
    message: 'Nenhuma mensagem. Ela pode entrar com documento e senha ou com código.',
  },
  contact: {
    title: 'Corrigir contato',
    email: 'E-mail',
    cellPhone: 'Celular',
    nothing: 'Mude o e-mail ou o celular.',
    check: 'Como você soube que é a pessoa',
    checks: {
      'in-person': 'Ela está aqui, com documento',
      document: 'Mandou foto do documento',
      'call-back': 'Liguei para o número que já tínhamos',
    },
    happens:
      'O contato novo fica como não confirmado até a pessoa entrar com um código enviado para ele. Por 24 horas, os códigos ainda vão para o contato anterior, a não ser que outra pessoa da equipe libere antes.',
    message: 'Um aviso da mudança, no e-mail que já tínhamos. Se não havia e-mail, nenhum aviso.',
  },
  release: {
    held: (on: string, at: string) => `Os códigos de acesso vão para o contato anterior até ${on} às ${at}`,
    heldBySecond: 'Os códigos de acesso ainda vão para o contato anterior, porque a conta está em uso',
    another: 'Outra pessoa da equipe pode liberar, depois de conferir quem pediu.',
    title: 'Liberar códigos para o contato novo?',
    verb: 'Liberar códigos',
    busy: 'Liberando…',
    happens:
      'A pessoa passa a entrar com código enviado para o contato novo. Confira antes que foi ela quem pediu a troca.',
  },
  reinstate: {
    title: 'Reativar esta inscrição?',
    happens:
      'A inscrição segue da etapa que faltava. Depois do contrato, ela ocupa uma vaga de novo. Se falta pagar, o prazo começa de novo; se o pagamento chegou inteiro depois do fim e não foi devolvido, ele passa a valer.',
    message:
      'Nenhuma mensagem sai só por reativar. Se um pagamento passa a valer, ela recebe a confirmação dele; se nada mais falta, recebe também a da matrícula.',
  },
  disqualify: {
    title: 'Desclassificar esta inscrição?',
    happens:
      'A inscrição termina como “Não aprovado”, sem nova tentativa. As cobranças abertas são canceladas, e a vaga, o horário de prova e a turma ficam livres.',
  },
  block: {
    title: 'Bloquear esta pessoa?',
    by: (document: string) => `O bloqueio vale para o documento ${document}.`,
    without: 'Não há documento para bloquear.',
    happens:
      'As inscrições da pessoa em todas as instituições ficam bloqueadas, menos as matriculadas e as canceladas. As cobranças abertas são canceladas, e ela não consegue se inscrever de novo.',
    message: 'Nenhuma mensagem. Ao entrar, a pessoa lê que a inscrição está bloqueada.',
  },
  unblock: {
    title: 'Desbloquear esta pessoa?',
    because: (reason: string) => `Motivo do bloqueio: ${reason}`,
    without: 'O bloqueio não foi encontrado. Recarregue a página.',
    happens:
      'As inscrições bloqueadas voltam para onde estavam, com prazo novo onde falta pagar, e a pessoa pode se inscrever de novo. Se há outro bloqueio do mesmo documento, nada muda.',
    message: 'Nenhuma mensagem. A pessoa vê a inscrição de novo ao entrar.',
  },
  all: {
    title: 'Ver todas as instituições',
    audience: 'Fica na auditoria, com seu nome.',
    label: 'Na página da marca, a pessoa vê',
    on: 'Ofertas e inscrições de todas as instituições',
    off: 'Só as da instituição da página',
    happens: 'Vale para esta pessoa, no próximo acesso dela.',
  },
  attempt: {
    title: 'Conceder tentativa de redação',
    extra: 'Quantas tentativas a mais',
    extraWrong: 'De 1 a 10.',
    happens: 'A pessoa ganha tentativas além das que a oferta dá.',
    message: 'Nenhuma mensagem. Avise a pessoa, por exemplo com um link de acesso.',
  },
  student: {
    title: 'Informar número de matrícula',
    message: 'Um e-mail com o número.',
    number: 'Número de matrícula',
    numberMissing: 'Escreva o número.',
    happens: 'O número aparece na página da pessoa e vai para os outros sistemas da instituição.',
  },
  approve: {
    title: 'Aprovar os documentos da inscrição?',
    happens: 'A pessoa passa na seleção e segue para os dados da matrícula.',
  },
  reject: {
    title: 'Recusar pelos documentos da inscrição?',
    happens: 'A inscrição termina como “Não aprovado”.',
  },
} as const;

/** Resending a message of the timeline. */
export const resendTexts = {
  title: 'Reenviar esta mensagem?',
  verb: 'Reenviar',
  busy: 'Reenviando…',
  done: 'Mensagem reenviada.',
  byEmail: 'Reenviar por e-mail',
  bySms: 'Reenviar por SMS',
  label: (title: string, channel: string) => `Reenviar por ${channel} a mensagem “${title}”`,
  happens: 'A mesma mensagem vai de novo, para o contato de agora e com um link novo.',
} as const;
