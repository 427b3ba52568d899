import type { Template, Wording } from './template.ts';

const CONTINUE = 'Continuar';
const mail = { channels: ['email'], to: 'person' } as const;
const both = { channels: ['email', 'sms'], to: 'person' } as const;
const one = (subject: string, body: readonly string[], sms?: string): Record<string, Wording> => ({
  default: { subject, body, ...(sms && { sms }) },
});

const exam = (text: string, sms = text): Wording => ({
  subject: 'Resultado da análise do ENEM',
  body: [text],
  sms,
});

/**
 * Notifications of spec 16.2. Placeholders are written `{name}`; a paragraph that begins with `?` is left out
 * when one of its values is not there. `{nome}`, `{instituicao}` and `{link}` are filled for every message.
 */
export const TEMPLATES = {
  'N-01': {
    ...mail,
    link: 'plain',
    action: 'Acessar o portal',
    wordings: one('Sua conta foi criada', [
      'Olá, {nome}! Sua conta no portal do candidato está pronta. Acesse: {link}',
    ]),
  },
  'N-02': {
    ...both,
    either: true,
    link: 'none',
    wordings: one(
      'Seu código de acesso',
      ['{codigo} é o seu código {instituicao}. Vale por 10 minutos. Não compartilhe.'],
      '{codigo} é o seu código {instituicao}. Vale por 10 minutos. Não compartilhe.',
    ),
  },
  'N-03': {
    ...both,
    either: true,
    link: 'plain',
    action: 'Criar nova senha',
    wordings: one(
      'Redefinição de senha',
      ['Use o código {codigo} ou o link {link} (válido por 60 minutos). Se não foi você, ignore.'],
      '{codigo} é o código para redefinir sua senha {instituicao}. Vale por 10 minutos. Se não foi você, ignore.',
    ),
  },
  'N-04': {
    ...mail,
    link: 'none',
    wordings: one('Seus dados de acesso foram alterados', [
      '?O que mudou: {alteracao}.',
      'Se não foi você, fale com a instituição.',
    ]),
  },
  'N-05': {
    ...both,
    link: 'access-key',
    action: CONTINUE,
    wordings: one(
      'Inscrição recebida',
      ['Recebemos sua inscrição nº {id} em {curso}. Continue: {link}'],
      'Recebemos sua inscrição nº {id} em {curso}. Continue: {link}',
    ),
  },
  'N-06': {
    ...both,
    link: 'access-key',
    action: 'Ver minha prova',
    wordings: {
      agendada: {
        subject: 'Prova agendada',
        body: ['{data} às {hora}, {local}. Leve documento com foto.', 'Veja os detalhes: {link}'],
        sms: 'Prova agendada: {data} às {hora}, {local}. Leve documento com foto.',
      },
      // The institution withdrew the slot: nobody may go there in vain.
      cancelada: {
        subject: 'Prova cancelada',
        body: [
          'A prova de {data} às {hora}, {local}, foi cancelada pela instituição. Escolha outra data: {link}',
        ],
        sms: 'A prova de {data} às {hora}, {local}, foi cancelada. Escolha outra data no portal.',
      },
    },
  },
  'N-07': {
    ...both,
    link: 'access-key',
    action: 'Ver minha prova',
    wordings: one(
      'Sua prova é amanhã',
      ['{data} às {hora}, {local}. Leve documento com foto.', 'Veja os detalhes: {link}'],
      'Sua prova é amanhã: {data} às {hora}, {local}. Leve documento com foto.',
    ),
  },
  'N-08': {
    ...mail,
    link: 'access-key',
    action: 'Acompanhar',
    wordings: one('Recebemos sua redação', ['O resultado sai em até 24 horas.', 'Acompanhe: {link}']),
  },
  'N-09': {
    ...both,
    link: 'access-key',
    action: 'Continuar matrícula',
    wordings: one(
      'Você foi aprovado(a)!',
      ['Parabéns, {nome}! Continue sua matrícula até {prazo}: {link}'],
      'Parabéns, {nome}! Você foi aprovado(a). Continue sua matrícula até {prazo}: {link}',
    ),
  },
  'N-10': {
    ...mail,
    link: 'access-key',
    action: 'Ver resultado',
    wordings: one('Resultado do processo seletivo', ['Seu resultado está disponível: {link}']),
  },
  'N-11': {
    ...mail,
    link: 'access-key',
    action: 'Abrir minha inscrição',
    wordings: {
      entregue: {
        subject: 'O tempo da redação acabou',
        body: ['Seu último texto salvo foi entregue. O resultado sai em até 24 horas: {link}'],
      },
      'nao-entregue': {
        subject: 'O tempo da redação acabou',
        body: ['Você pode iniciar uma nova redação: {link}'],
      },
    },
  },
  'N-12': {
    ...mail,
    link: 'access-key',
    action: 'Acompanhar',
    wordings: one('Sua correção está demorando mais do que o previsto', [
      'Você não precisa fazer nada: avisaremos por e-mail assim que o resultado da sua redação estiver disponível.',
      'Acompanhe: {link}',
    ]),
  },
  'N-13': {
    ...both,
    link: 'access-key',
    action: 'Ver resultado',
    wordings: {
      resultado: exam(
        'A análise da sua nota do ENEM foi concluída. Veja o resultado: {link}',
        'A análise da sua nota do ENEM foi concluída. Veja: {link}',
      ),
      'nao-encontrada': exam(
        'Não encontramos sua nota com os dados informados. Confira os dados ou envie o boletim: {link}',
        'Não encontramos sua nota do ENEM. Confira os dados: {link}',
      ),
      falha: exam('Não foi possível consultar sua nota do ENEM. Tente novamente: {link}'),
    },
  },
  'N-14': {
    ...mail,
    link: 'access-key',
    action: 'Abrir questionário',
    wordings: one('Seu questionário foi analisado', ['?{comentario}', 'Veja a situação: {link}']),
  },
  'N-15': {
    ...both,
    link: 'access-key',
    action: 'Ver detalhes',
    wordings: {
      agendada: {
        subject: 'Entrevista agendada',
        body: ['{data} às {hora}: {local_ou_link}', 'Veja os detalhes: {link}'],
        sms: 'Entrevista agendada: {data} às {hora}. {link}',
      },
      resultado: {
        subject: 'Resultado da entrevista',
        body: ['O resultado da sua entrevista está disponível: {link}'],
        sms: 'O resultado da sua entrevista está disponível: {link}',
      },
      // To the coordination of the course.
      pedido: {
        subject: 'Pedido de entrevista',
        body: [
          '{nome_candidato}, inscrição nº {id} em {curso}, pede uma entrevista.',
          '?Períodos preferidos: {periodos}.',
          '?Contato: {contato}.',
        ],
        mailOnly: true,
      },
    },
  },
  'N-16': {
    channels: ['email'],
    to: 'both',
    link: 'access-key',
    action: CONTINUE,
    wordings: {
      candidato: {
        subject: 'Cópia do seu contrato',
        body: [
          'O contrato de {curso} foi aceito em {data}. A cópia em PDF está anexada: guarde este e-mail.',
          'Você pode desistir em até 7 dias, contados do aceite, e receber de volta o que pagou.',
          'Continue sua matrícula: {link}',
        ],
      },
      responsavel: {
        subject: 'Cópia do seu contrato',
        body: [
          'O contrato de {curso} de {nome_candidato} foi aceito em {data}. A cópia em PDF está anexada: guarde este e-mail.',
          'É possível desistir em até 7 dias, contados do aceite, e receber de volta o que foi pago.',
        ],
      },
    },
  },
  'N-17': {
    ...mail,
    link: 'access-key',
    action: 'Abrir boleto',
    wordings: one('Seu boleto', [
      'Vencimento {data}. Linha digitável: {linha}',
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
      ['Recebemos R$ {valor}. Próxima etapa: {link}'],
      'Recebemos R$ {valor}. Próxima etapa: {link}',
    ),
  },
  'N-20': {
    ...mail,
    link: 'access-key',
    action: 'Tentar novamente',
    wordings: one('Não conseguimos confirmar seu pagamento', [
      'Nada foi cobrado. Tente novamente ou escolha outra forma de pagamento: {link}',
    ]),
  },
  'N-21': {
    ...mail,
    link: 'access-key',
    action: 'Ver situação',
    wordings: {
      confirmado: {
        subject: 'Atualização do seu pagamento',
        body: ['A instituição confirmou seu pagamento. Próxima etapa: {link}'],
      },
      recusado: {
        subject: 'Atualização do seu pagamento',
        body: [
          'A instituição não confirmou seu pagamento.',
          '?Motivo: {motivo}',
          'Veja como continuar: {link}',
        ],
      },
    },
  },
  'N-22': {
    ...both,
    link: 'access-key',
    action: 'Pagar agora',
    wordings: one(
      'Seu prazo de pagamento termina em {data}',
      ['Seu prazo de pagamento de {curso} termina em {data}. Pague aqui: {link}'],
      'Seu prazo de pagamento termina em {data}. Pague: {link}',
    ),
  },
  'N-23': {
    ...mail,
    link: 'plain',
    action: 'Fazer nova inscrição',
    wordings: one('O prazo do seu processo terminou', ['Faça uma nova inscrição: {link}']),
  },
  'N-24': {
    ...both,
    link: 'access-key',
    action: 'Enviar documento',
    wordings: one(
      'Precisamos de um documento novo',
      ['{documento}: {motivo}. Envie novamente: {link}'],
      'Precisamos de um documento novo. Envie novamente: {link}',
    ),
  },
  'N-25': {
    ...mail,
    link: 'access-key',
    action: 'Acompanhar',
    wordings: one('Documentos aprovados', [
      'Todos os documentos foram aprovados. Acompanhe sua matrícula: {link}',
    ]),
  },
  'N-26': {
    ...both,
    link: 'access-key',
    action: 'Ver minha matrícula',
    wordings: one(
      'Matrícula concluída',
      ['Bem-vindo(a) à {instituicao}!', 'Veja sua matrícula em {curso}: {link}'],
      'Matrícula concluída. Bem-vindo(a) à {instituicao}!',
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
      solicitado: {
        subject: 'Cancelamento da inscrição',
        body: ['Recebemos seu pedido de cancelamento da inscrição nº {id}. Acompanhe: {link}'],
      },
      concluido: {
        subject: 'Cancelamento da inscrição',
        body: [
          'Sua inscrição nº {id} foi cancelada.',
          '?Valor a devolver: R$ {valor}.',
          '?Prazo da devolução: {prazo}.',
        ],
      },
      negado: {
        subject: 'Cancelamento da inscrição',
        body: [
          'O cancelamento da inscrição nº {id} não foi aceito.',
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
    link: 'none',
    wordings: one(
      'Confirmação de responsável',
      ['{codigo} confirma o aceite do contrato de {nome_candidato} em {curso}. Vale por 10 minutos.'],
      '{codigo} confirma o aceite do contrato de {nome_candidato} em {curso}. Vale por 10 minutos.',
    ),
  },
  'N-30': {
    ...mail,
    link: 'access-key',
    action: 'Abrir minha turma',
    wordings: {
      expirando: {
        subject: 'Sua reserva de turma',
        body: ['Sua reserva na turma {turma} termina às {hora}. Conclua o pagamento: {link}'],
      },
      expirada: {
        subject: 'Sua reserva de turma',
        body: ['Sua reserva na turma {turma} terminou. Escolha a turma novamente: {link}'],
      },
      vagas: {
        subject: 'Há novas vagas nas turmas do seu curso',
        body: ['Há novas vagas nas turmas de {curso}. Escolha a sua: {link}'],
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
        body: ['Recebemos sua solicitação. A resposta sai em até 15 dias. Acompanhe: {link}'],
      },
      respondida: {
        subject: 'Sua solicitação de dados pessoais',
        body: ['Sua solicitação foi respondida. Veja: {link}'],
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
          'Guardamos apenas o que a lei manda: contrato, pagamentos e registros acadêmicos.',
        ],
      },
      // To the data protection officer of the institution.
      lembrete: {
        subject: 'Solicitação de dados pessoais perto do prazo',
        body: ['A solicitação nº {numero} ({tipo}) precisa de resposta até {prazo}.'],
      },
      atrasada: {
        subject: 'Solicitação de dados pessoais atrasada',
        body: ['A solicitação nº {numero} ({tipo}) deveria ter sido respondida até {prazo}.'],
      },
    },
  },
  'N-32': {
    ...mail,
    link: 'access-key',
    action: 'Ver situação',
    wordings: one('Recebemos um pagamento após o prazo', [
      'Recebemos seu pagamento após o prazo. A instituição entrará em contato.',
      'Veja a situação: {link}',
    ]),
  },
} as const satisfies Record<string, Template>;

export type TemplateId = keyof typeof TEMPLATES;
export const isTemplateId = (id: string): id is TemplateId => Object.hasOwn(TEMPLATES, id);
/**
 * May a message leave a second time? Never one with a code, which would be old and is not kept, nor the link of a copy
 * of somebody's data, which leaves once.
 */
export const isResendable = (id: TemplateId, variant?: unknown): boolean =>
  !['N-02', 'N-03', 'N-29'].includes(id) && !(id === 'N-31' && variant === 'pronta');
export const templateOf = (id: TemplateId): Template => TEMPLATES[id];
