import {
  ofPerson,
  ofSubscription,
  type PersonalTable,
  SECRET,
  technical,
} from '../platform/personal-data.ts';

/** Personal data that the institution's team writes down (spec 25.6.3). */
export const personalData: readonly PersonalTable[] = [
  {
    table: 'note',
    words: ['text'],
    mentions: ['text'],
    segments: ['notes'],
    mine: ofSubscription,
    section: 'observacoes_da_instituicao',
    columns: ['subscription_id', 'text', 'at', 'edited_at', 'removed_at'],
    left: { written_by: 'Quem atende na instituição.' },
    erase: 'delete',
  },
  {
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
  },
  {
    table: 'person_correction',
    words: ['reason', 'before', 'after', 'release_reason'],
    mentions: ['reason', 'release_reason'],
    mine: ofPerson,
    section: 'correcoes_pela_instituicao',
    columns: [
      'fields',
      'identity_check',
      'reason',
      'at',
      'before',
      'after',
      'held_until',
      'effective_at',
      'release_check',
      'release_reason',
      'released_at',
    ],
    left: {
      made_by: 'Quem atende na instituição.',
      until_released: 'Parte da proteção da conta.',
      before_proved: 'Parte da proteção da conta.',
      released_by: 'Quem atende na instituição.',
      released_name: 'Quem atende na instituição.',
    },
    erase: {
      set: {
        reason: "''",
        before: 'null',
        after: 'null',
        release_reason: "case when release_reason is not null then '' end",
      },
    },
  },
];
