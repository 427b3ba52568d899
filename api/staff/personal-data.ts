import sql from 'sql-template-tag';
import {
  type Mine,
  notCopied,
  ofPerson,
  ofSubscription,
  type PersonalTable,
  SECRET,
  technical,
} from '../platform/personal-data.ts';

/** Staff members aren't the candidates that data copies and erasure are about (spec 18). */
const nobodys: Mine = () => sql`false`;

const ofTheTeam = (table: string): PersonalTable => ({
  table,
  mine: nobodys,
  ...notCopied('De pessoas da equipe da instituição, não de candidatos.'),
  erase: { kept: 'De pessoas da equipe da instituição, não de candidatos.' },
});

/** Tables about the institution's team. */
export const personalData: readonly PersonalTable[] = [
  'staff',
  'staff_grant',
  'staff_invite',
  'staff_session',
  'staff_event',
  'staff_ticket',
  'staff_identity',
  'staff_used_once',
  'staff_passkey',
  'staff_passkey_challenge',
  'staff_browser',
  'staff_raise',
  'audit_sum',
]
  .map(ofTheTeam)
  .concat({
    table: 'staff_view',
    words: ['reason'],
    mentions: ['reason'],
    mine: ofSubscription,
    section: 'visualizacoes_da_instituicao',
    columns: ['subscription_id', 'reason', 'opened_at', 'ends_at'],
    left: {
      staff_id: 'Quem atende na instituição.',
      code_hash: SECRET,
      token_hash: SECRET,
      ...technical('session_id', 'created_at', 'code_until'),
    },
    erase: { set: { reason: 'null' } },
  })
  .concat({
    table: 'staff_opening',
    mine: ofPerson,
    ...notCopied('Contagem técnica de uma hora; quem abriu a ficha fica no registro de quem atende.'),
    erase: 'delete',
  });
