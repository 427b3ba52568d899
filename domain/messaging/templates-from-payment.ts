import { both, CONTINUE, mail, one, type Template } from './template.ts';

const LEAVING = 'Cancelamento da inscrição';
const ASKED_TO_LEAVE =
  'Chegou seu pedido para cancelar a inscrição nº {id} em {curso}. Veja como está: {link}';
const LEFT = 'Sua inscrição nº {id} em {curso} foi cancelada.';
const ENDS_ON = 'Seu prazo de pagamento termina em {data}';
const PAID_ALREADY = 'Se você já pagou, não precisa fazer nada.';

/** N-17 to N-35: payment and later, and messages that can be sent at any time. */
export const FROM_PAYMENT = {
  'N-17': {
    ...mail,
    link: 'access-key',
    action: 'Abrir boleto',
    wordings: one('Seu boleto', [
      'Pague até {data}. Linha digitável: {linha}',
      'A confirmação pode levar até 2 dias úteis. Abra o boleto: {link}',
    ]),
  },
  'N-18': {
    ...mail,
    link: 'access-key',
    action: 'Gerar novo código',
    wordings: one('Seu código Pix expirou', ['Gere um novo: {link}']),
  },
  'N-19': {
    ...both,
    link: 'access-key',
    action: 'Próxima etapa',
    wordings: one(
      'Pagamento confirmado',
      ['Recebemos R$ {valor}. Continue por aqui: {link}'],
      'Recebemos R$ {valor}. Continue por aqui: {link}',
    ),
  },
  'N-20': {
    ...mail,
    link: 'access-key',
    action: 'Tentar de novo',
    wordings: one('Não conseguimos confirmar seu pagamento', [
      'Nada foi cobrado. Tente de novo ou escolha outra forma de pagamento: {link}',
    ]),
  },
  'N-21': {
    ...mail,
    link: 'access-key',
    action: 'Ver situação',
    wordings: {
      confirmado: {
        subject: 'Atualização do seu pagamento',
        body: ['Seu pagamento foi confirmado. Siga por aqui: {link}'],
      },
      incompleto: {
        subject: 'Atualização do seu pagamento',
        body: [
          'Recebemos R$ {valor}, mas o valor era R$ {total}. Faltam R$ {falta}.',
          'Pague o que falta na instituição. Veja aqui: {link}',
        ],
      },
      recusado: {
        subject: 'Atualização do seu pagamento',
        body: [
          'A instituição não achou seu pagamento.',
          '?Motivo: {motivo}',
          'Veja o que fazer agora: {link}',
        ],
      },
    },
  },
  'N-22': {
    ...both,
    link: 'access-key',
    action: 'Pagar agora',
    wordings: {
      matricula: {
        subject: ENDS_ON,
        body: ['Seu prazo de pagamento de {curso} termina em {data}. Pague aqui: {link}', PAID_ALREADY],
        sms: `${ENDS_ON}. Pague: {link}`,
      },
      taxa: {
        subject: ENDS_ON,
        body: [
          'Seu prazo de pagamento da taxa de inscrição em {curso} termina em {data}. Pague aqui: {link}',
          PAID_ALREADY,
        ],
        sms: `${ENDS_ON}. Pague a taxa de inscrição: {link}`,
      },
      // The link opens the choice of a class, because payment comes after it.
      turma: {
        subject: ENDS_ON,
        body: [
          'Seu prazo de pagamento de {curso} termina em {data}. Antes de pagar, escolha sua turma: {link}',
        ],
        sms: `${ENDS_ON}. Escolha sua turma: {link}`,
        action: 'Escolher turma',
      },
    },
  },
  'N-23': {
    ...mail,
    link: 'plain',
    action: 'Fazer nova inscrição',
    wordings: one('O prazo do seu processo terminou', [
      'O prazo da sua inscrição nº {id} em {curso} terminou.',
      'Faça uma nova inscrição: {link}',
    ]),
  },
  'N-24': {
    ...both,
    link: 'access-key',
    action: 'Enviar documento',
    wordings: one(
      '{documento}: precisamos de um novo arquivo',
      ['Motivo: {motivo}. Mande de novo: {link}'],
      'Precisamos de um documento novo. Mande de novo: {link}',
    ),
  },
  'N-25': {
    ...mail,
    link: 'access-key',
    action: 'Acompanhar',
    wordings: one('Documentos aprovados', [
      'Está tudo certo com os seus documentos. Veja como está a matrícula: {link}',
    ]),
  },
  'N-26': {
    ...both,
    link: 'access-key',
    action: 'Ver minha matrícula',
    wordings: one(
      'Matrícula concluída',
      ['{instituicao} dá boas-vindas a você!', 'Veja sua matrícula em {curso}: {link}'],
      'Matrícula concluída. {instituicao} dá boas-vindas a você!',
    ),
  },
  'N-27': {
    ...mail,
    link: 'access-key',
    action: 'Ver minha matrícula',
    wordings: one('Seu número de matrícula', ['{studentLyceumId}', 'Veja sua matrícula: {link}']),
  },
  'N-28': {
    ...mail,
    link: 'access-key',
    action: 'Ver situação',
    wordings: {
      solicitado: { subject: LEAVING, body: [ASKED_TO_LEAVE] },
      arrependimento: {
        subject: LEAVING,
        body: [
          ASKED_TO_LEAVE,
          'Valor a devolver: R$ {valor}. É o seu direito de arrependimento: a instituição não pode negar.',
        ],
      },
      contrato: {
        subject: LEAVING,
        body: [
          ASKED_TO_LEAVE,
          'A instituição vai analisar seu pedido. A devolução do que você pagou segue as regras do contrato.',
        ],
      },
      concluido: {
        subject: LEAVING,
        body: [LEFT, 'Valor a devolver: R$ {valor}.', '?Prazo da devolução: {prazo}.'],
      },
      'sem-devolucao': { subject: LEAVING, body: [LEFT, 'Não há valores a devolver.'] },
      negado: {
        subject: LEAVING,
        body: [
          'O cancelamento da inscrição nº {id} em {curso} não foi aceito.',
          '?Motivo: {motivo}',
          'Acompanhe: {link}',
        ],
      },
    },
  },
  'N-29': {
    channels: ['email', 'sms'],
    either: true,
    to: 'guardian',
    link: 'plain',
    wordings: {
      codigo: {
        subject: 'Confirmação de responsável',
        body: ['{codigo} confirma o aceite do contrato de {nome_candidato} em {curso}. Vale por 10 minutos.'],
        sms: '{codigo} confirma o aceite do contrato de {nome_candidato} em {curso}. Vale por 10 minutos.',
      },
      link: {
        subject: 'Contrato para você ler e aceitar',
        body: [
          '{nome_candidato} quer estudar {curso} e disse que você paga o curso.',
          'Leia o contrato e, se concordar, aceite por aqui: {link}',
          'O link vale até {data}. Ele é só seu: não mande para outra pessoa.',
          'Se você não conhece este pedido, não precisa fazer nada.',
        ],
        sms: '{nome_candidato}: leia e aceite o contrato em {link} até {dia}.',
        action: 'Ler o contrato',
      },
    },
  },
  'N-30': {
    ...mail,
    link: 'access-key',
    action: 'Abrir minha turma',
    wordings: {
      expirando: {
        subject: 'Sua reserva de turma',
        body: ['Sua reserva na turma {turma} termina às {hora}. Pague antes: {link}'],
      },
      expirada: {
        subject: 'Sua reserva de turma',
        body: ['Sua reserva na turma {turma} terminou. Escolha outra vez: {link}'],
      },
      vagas: {
        subject: 'Há novas vagas nas turmas do seu curso',
        body: ['Há novas vagas nas turmas de {curso}. Escolha a sua e pague até {prazo}: {link}'],
        action: 'Escolher turma',
      },
    },
  },
  'N-31': {
    ...mail,
    link: 'plain',
    action: 'Ver minha solicitação',
    wordings: {
      recebida: {
        subject: 'Sua solicitação de dados pessoais',
        body: ['Seu pedido chegou. A resposta sai em até 15 dias. Veja como está: {link}'],
      },
      respondida: {
        subject: 'Sua solicitação de dados pessoais',
        body: ['Já temos a resposta do seu pedido. Veja: {link}'],
      },
      pronta: {
        subject: 'Sua solicitação de dados pessoais',
        body: [
          'A cópia dos seus dados está pronta. O link vale até {prazo} e só abre depois que você entrar na sua conta: {link}',
        ],
      },
      excluida: {
        subject: 'Sua solicitação de dados pessoais',
        body: [
          'Excluímos seus dados pessoais e sua conta, como você pediu.',
          'Guardamos apenas o que a lei manda: contrato, pagamentos e vida escolar.',
        ],
      },
      // To the institution's data protection officer.
      lembrete: {
        subject: 'Solicitação de dados pessoais perto do prazo',
        body: ['O pedido nº {numero} ({tipo}) precisa de resposta até {prazo}.'],
      },
      atrasada: {
        subject: 'Solicitação de dados pessoais atrasada',
        body: ['O pedido nº {numero} ({tipo}) devia ter resposta até {prazo}.'],
      },
    },
  },
  'N-32': {
    ...mail,
    link: 'access-key',
    action: 'Ver situação',
    wordings: one('Recebemos um pagamento após o prazo', [
      'Seu pagamento chegou depois do prazo. A instituição vai falar com você.',
      'Veja a situação: {link}',
    ]),
  },
  'N-33': {
    ...both,
    link: 'undo',
    action: 'Desfazer',
    wordings: one(
      'Seu acesso mudou',
      [
        'O que mudou: {alteracao}.',
        'Se foi você, não precisa fazer nada.',
        'Se não foi você, desfaça em até 72 horas: {link}',
      ],
      'Seu acesso mudou. Se não foi você, desfaça em 72 h: {link}',
    ),
  },
  // Subject and SMS do not say what was requested, because others may see them on the screen of a phone.
  'N-34': {
    ...both,
    link: 'access-key',
    action: 'Abrir minha inscrição',
    wordings: {
      aceito: {
        subject: 'Seu pedido foi respondido',
        body: [
          'Seu pedido de mais tempo ou de outra condição foi aceito.',
          '?A equipe respondeu: {resposta}',
          'Continue por aqui: {link}',
        ],
        sms: 'Seu pedido foi respondido. Veja: {link}',
      },
      recusado: {
        subject: 'Seu pedido foi respondido',
        body: [
          'Seu pedido de mais tempo ou de outra condição não foi aceito.',
          '?A equipe respondeu: {resposta}',
          'Você pode fazer outro pedido: {link}',
        ],
        sms: 'Seu pedido foi respondido. Veja: {link}',
      },
    },
  },
  'N-35': {
    ...both,
    link: 'access-key',
    action: 'Ver meus pagamentos',
    wordings: {
      pix: {
        subject: 'Devolvemos R$ {valor}',
        body: [
          'Devolvemos R$ {valor} da sua inscrição nº {id} em {curso}.',
          'O dinheiro volta para a conta que pagou o Pix.',
          'Veja seus pagamentos: {link}',
        ],
        sms: 'Devolvemos R$ {valor} da inscrição nº {id}, na conta que pagou o Pix.',
      },
      cartao: {
        subject: 'Devolvemos R$ {valor}',
        body: [
          'Devolvemos R$ {valor} da sua inscrição nº {id} em {curso}.',
          'O valor aparece em uma das próximas faturas do cartão.',
          'Veja seus pagamentos: {link}',
        ],
        sms: 'Devolvemos R$ {valor} da inscrição nº {id}, em uma das próximas faturas do cartão.',
      },
      fora: {
        subject: 'Devolvemos R$ {valor}',
        body: [
          'A instituição devolveu R$ {valor} da sua inscrição nº {id} em {curso}, por fora do portal.',
          'Se o dinheiro não chegou, fale com a instituição.',
          'Veja seus pagamentos: {link}',
        ],
        sms: 'A instituição devolveu R$ {valor} da inscrição nº {id}, por fora do portal.',
      },
    },
  },
  'N-37': {
    ...both,
    link: 'access-key',
    action: CONTINUE,
    wordings: {
      steps: {
        subject: 'Seu prazo foi estendido',
        body: [
          'O prazo da sua inscrição nº {id} em {curso} agora vai até {prazo}. Continue por aqui: {link}',
        ],
        sms: 'O prazo da sua inscrição em {curso} agora vai até {prazo}: {link}',
      },
      payment: {
        subject: 'Seu prazo de pagamento foi estendido',
        body: ['Você pode pagar a inscrição nº {id} em {curso} até {prazo}. Continue por aqui: {link}'],
        sms: 'Você pode pagar {curso} até {prazo}: {link}',
      },
      documents: {
        subject: 'Seu prazo para enviar documentos foi estendido',
        body: [
          'Você pode enviar os documentos da inscrição nº {id} em {curso} até {prazo}. Continue por aqui: {link}',
        ],
        sms: 'Envie os documentos de {curso} até {prazo}: {link}',
      },
    },
  },
  'N-40': {
    ...both,
    link: 'access-key',
    action: 'Ver pagamento',
    wordings: one(
      'Você ganhou um desconto',
      [
        'A instituição deu um desconto para a sua inscrição nº {id} em {curso}: {desconto}.',
        'Ele já está no seu pagamento e vale até {prazo}. O código é {codigo}, só para você. Se você tem uma cobrança aberta, gere outra para pagar com o desconto.',
        'Pague por aqui: {link}',
      ],
      'Você ganhou um desconto em {curso}, até {prazo}: {link}',
    ),
  },
} as const satisfies Record<string, Template>;
