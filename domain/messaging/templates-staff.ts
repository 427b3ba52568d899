import { mail, one, ROWS, type Template } from './template.ts';

/** Messages to the institution's team (spec 25.19). */
export const FOR_STAFF = {
  'NE-01': {
    ...mail,
    link: 'plain',
    action: 'Ver o convite',
    wordings: one('Convite para a equipe de {instituicao}', [
      '{quem} convidou você. Aceite até {prazo}: {link}',
    ]),
  },
  'NE-02': {
    ...mail,
    link: 'none',
    wordings: one('Seu código de acesso', [
      '{codigo} é o seu código {instituicao}. Vale por 10 minutos. Não compartilhe.',
    ]),
  },
  'NE-03': {
    ...mail,
    link: 'none',
    wordings: one('Novo acesso à Órbita Equipe', [
      '{data}, {navegador}. Se não foi você, avise a administração.',
    ]),
  },
  'NE-04': {
    ...mail,
    link: 'plain',
    action: 'Abrir o início',
    wordings: {
      default: {
        subject: 'Hoje: {instituicao}',
        body: ['{resumo}', ROWS, '?Comece por aqui: {link}'],
        foot: 'Você recebe este resumo nos dias úteis. Para não receber mais, desmarque "Resumo do dia por e-mail" no seu menu da Órbita Equipe.',
      },
    },
  },
  'NE-07': {
    ...mail,
    link: 'none',
    wordings: {
      funcoes: { subject: 'Suas funções mudaram', body: ['Na Órbita Equipe, agora você tem: {funcoes}.'] },
      nenhuma: {
        subject: 'Suas funções mudaram',
        body: ['Você não tem mais função na Órbita Equipe. Fale com a administração se isso não está certo.'],
      },
      desativada: {
        subject: 'Suas funções mudaram',
        body: ['Você não entra mais na Órbita Equipe. Quem cuida da equipe encerrou o seu acesso.'],
      },
      'chave-nova': {
        subject: 'Nova chave de acesso',
        body: [
          'Você tem uma nova chave de acesso na Órbita Equipe, de {data}.',
          'Se não foi você, avise a administração.',
        ],
      },
      'chave-retirada': {
        subject: 'Suas chaves de acesso foram retiradas',
        body: [
          '{quem} retirou as suas chaves de acesso da Órbita Equipe.',
          'Entre de novo até {data} e cadastre outra. Se você não pediu isto, avise a administração.',
        ],
      },
    },
  },
  'NE-10': {
    ...mail,
    link: 'none',
    wordings: one('Muitas fichas abertas por uma pessoa', [
      '{quem} abriu fichas de mais de {quantos} pessoas em uma hora.',
      'Nada foi bloqueado. Veja com {quem} se isso é parte do trabalho.',
    ]),
  },
  'NE-11': {
    ...mail,
    link: 'none',
    wordings: one('Um acesso de administração foi criado por linha de comando', [
      '{quem} aceitou o convite em {data}.',
      'Se ninguém pediu isto, tire o acesso na tela Equipe.',
    ]),
  },
  'NE-05': {
    ...mail,
    link: 'plain',
    action: 'Ver o pedido',
    wordings: one('Um pedido espera sua aprovação', [
      'O pedido: {resumo}.',
      'Quem pediu: {quem}.',
      'Outra pessoa precisa aprovar até {prazo}.',
      '?Veja o pedido: {link}',
    ]),
  },
  'NE-12': {
    ...mail,
    link: 'none',
    wordings: one('Algo será feito sem uma segunda pessoa', [
      'O pedido: {resumo}.',
      'Quem pediu: {quem}.',
      'Ninguém mais pode aprovar, por isso será feito em {quando}.',
      'Se você não esperava por isso, fale com a direção da instituição antes dessa hora.',
    ]),
  },
  'NE-06': {
    ...mail,
    link: 'plain',
    action: 'Ver o pedido',
    wordings: one('Seu pedido foi {decidido}', [
      '{resumo}: {decidido} em {quando}.',
      '?Quem decidiu: {quem}.',
      '?Motivo: {motivo}',
      '?Veja o pedido: {link}',
    ]),
  },
} as const satisfies Record<string, Template>;
