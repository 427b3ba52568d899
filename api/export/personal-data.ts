import sql from 'sql-template-tag';
import { type Mine, notCopied, type PersonalTable } from '../platform/personal-data.ts';

/** The requester is a team member; people in the rows appear only in the file, which is kept for hours. */
const nobodys: Mine = () => sql`false`;

const WHY =
  'Prova de quem tratou dados (LGPD art. 37); sem o nome, os documentos e os contatos de quem foi excluído, e apagado em 180 dias.';

/** Table of the requested files. */
export const personalData: readonly PersonalTable[] = [
  {
    table: 'export_job',
    words: ['reason', 'query', 'institutions'],
    keptWords: { reason: WHY, query: WHY, institutions: WHY },
    mentions: ['reason', 'query', 'institutions'],
    mine: nobodys,
    ...notCopied('Quem da equipe levou uma lista e por quê; não nomeia candidatos.'),
    erase: { kept: 'Prova de quem tratou dados (LGPD art. 37); o arquivo é apagado em horas.' },
  },
];
