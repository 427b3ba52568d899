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
} as const satisfies Record<string, Template>;
