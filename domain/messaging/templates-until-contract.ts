import { both, CONTINUE, mail, one, type Template, type Wording } from './template.ts';

const exam = (text: string, sms = text): Wording => ({
  subject: 'Resultado da análise do ENEM',
  body: [text],
  sms,
});

/** Names the course, because a person may have several applications. */
const WHICH = '?Inscrição nº {id} em {curso}.';

/** N-01 to N-16: from account creation to the contract. */
export const UNTIL_CONTRACT = {
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
    wordings: {
      ...one('Seus dados de acesso foram alterados', [
        '?O que mudou: {alteracao}.',
        'Se não foi você, fale com a instituição.',
      ]),
      acessos: {
        subject: 'Entre de novo no portal',
        body: [
          'A instituição cadastrou seus dados. Por segurança, senha e outras formas de entrar não valem mais.',
          'Para entrar, peça um código com seu documento.',
        ],
      },
      identidade: {
        subject: 'Seus dados foram corrigidos',
        body: [
          'A instituição corrigiu: {alteracao}.',
          '?Para entrar, use agora o {documento} corrigido.',
          'Se não foi você que pediu, fale com a instituição.',
        ],
      },
      desfeito: {
        subject: 'A mudança foi desfeita',
        body: [
          'Seus contatos voltaram ao que eram, e todos os acessos foram encerrados.',
          'Para entrar de novo, crie uma senha em "Esqueci minha senha".',
        ],
      },
    },
  },
  'N-05': {
    ...both,
    link: 'access-key',
    action: CONTINUE,
    wordings: {
      recebida: {
        subject: 'Inscrição recebida',
        body: ['Sua inscrição nº {id} em {curso} chegou. Continue por aqui: {link}'],
        sms: 'Sua inscrição nº {id} em {curso} chegou. Continue por aqui: {link}',
      },
      // The text does not assume a recent visit: the institution may send a link to an application that is months old.
      acesso: {
        subject: 'Link da sua inscrição',
        body: ['Use este link para continuar sua inscrição nº {id} em {curso}: {link}'],
        sms: 'Continue a inscrição nº {id} em {curso}: {link}',
      },
      // Leads to the candidate's own page, which requires sign-in, so that whoever receives mail at a mistyped address cannot get
      // in.
      confirmar: {
        subject: 'Confirme seu e-mail',
        body: [
          'Confirme este e-mail para receber links da sua inscrição nº {id} em {curso}.',
          'Entre no portal e confirme o e-mail nos seus dados: {link}',
          'Se você não fez inscrição, não precisa fazer nada.',
        ],
        sms: 'Inscrição nº {id}: entre no portal por código e confirme seu contato.',
      },
    },
  },
  'N-06': {
    ...both,
    link: 'access-key',
    action: 'Ver minha prova',
    wordings: {
      agendada: {
        subject: 'Prova agendada',
        body: ['{data} às {hora}, {local}. Leve documento com foto.', 'Veja os detalhes: {link}'],
        sms: 'Prova marcada: {data} às {hora}, {local}. Leve documento com foto.',
      },
      // The institution withdrew the slot, so the message must say that the test does not take place.
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
      ['Parabéns, {nome}! Faça a matrícula até {prazo}: {link}', WHICH],
      'Você passou, {nome}! Faça a matrícula até {prazo}: {link}',
    ),
  },
  'N-10': {
    ...mail,
    link: 'access-key',
    action: 'Ver resultado',
    wordings: {
      resultado: {
        subject: 'Resultado do processo seletivo',
        body: ['Seu resultado já saiu: {link}', WHICH],
      },
      // Not worded as a result: the application may have been approved long ago.
      encerrada: {
        subject: 'Sua inscrição foi encerrada',
        body: ['Sua inscrição nº {id} em {curso} foi encerrada. Veja o motivo: {link}'],
        action: 'Ver situação',
      },
    },
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
        body: ['Você pode fazer outra redação: {link}'],
      },
    },
  },
  'N-12': {
    ...mail,
    link: 'access-key',
    action: 'Acompanhar',
    wordings: one('Sua correção está demorando mais do que o previsto', [
      'Você não precisa fazer nada: quando o resultado sair, mandamos um e-mail.',
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
      falha: exam('Não foi possível consultar sua nota do ENEM. Tente de novo: {link}'),
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
        sms: 'Entrevista marcada: {data} às {hora}. Veja: {link}',
      },
      desmarcada: {
        subject: 'Entrevista desmarcada',
        body: [
          'A entrevista de {data} às {hora} foi desmarcada.',
          '?Motivo: {motivo}',
          'Vamos marcar outra data. Veja aqui: {link}',
        ],
        sms: 'Sua entrevista de {data} às {hora} foi desmarcada. Veja: {link}',
      },
      resultado: {
        subject: 'Resultado da entrevista',
        body: ['O resultado da sua entrevista saiu: {link}'],
        sms: 'O resultado da sua entrevista saiu: {link}',
      },
      // To the coordination of the course.
      pedido: {
        subject: 'Pedido de entrevista',
        body: [
          '{nome_candidato} (inscrição nº {id} em {curso}) quer marcar entrevista.',
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
} as const satisfies Record<string, Template>;
