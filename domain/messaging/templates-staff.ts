import { mail, one, type Template } from './template.ts';

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
  'NE-05': {
    ...mail,
    link: 'plain',
    action: 'Ver o pedido',
    wordings: one('Um pedido espera sua aprovação', [
      '{quem} pediu: {resumo}.',
      'Outra pessoa precisa aprovar até {prazo}.',
      '?Veja o pedido: {link}',
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
