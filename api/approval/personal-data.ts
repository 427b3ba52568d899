import { ofPerson, type PersonalTable, technical } from '../platform/personal-data.ts';

const CLERK = 'Quem atende na instituição.';

/** What a team member requested about a candidate, and what a second person said. */
export const personalData: readonly PersonalTable[] = [
  {
    table: 'approval',
    words: ['reason', 'decision_reason', 'failure', 'fields'],
    mentions: ['reason', 'decision_reason', 'fields'],
    segments: ['approvals'],
    mine: ofPerson,
    section: 'pedidos_de_aprovacao',
    columns: [
      ...['id', 'subscription_id', 'kind', 'amount_cents', 'reason', 'state', 'requested_at'],
      ...['decision_reason', 'ended_at'],
    ],
    left: {
      ...technical('subject_kind', 'subject_id', 'subject_key', 'institutions', 'summary', 'command', 'hash'),
      ...technical('expires_at', 'alone_at', 'failure', 'token_id', 'token_shown_at', 'changed_at'),
      fields: 'O que outra pessoa da equipe leu: repete o valor e o motivo, ou fala da equipe.',
      requested_by: CLERK,
      decided_by: CLERK,
    },
    erase: { set: { reason: 'null', decision_reason: 'null', failure: 'null', fields: "'[]'" } },
  },
];
