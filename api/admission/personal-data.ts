import { ofSubscription, type PersonalTable, technical } from '../platform/personal-data.ts';

const STAFF = 'Quem atende na instituição.';

/** Personal data in the tables of the admission module: answers are erased, states stay as statistics. */
export const personalData: readonly PersonalTable[] = [
  {
    table: 'questionnaire',
    words: ['answers', 'comment'],
    mentions: ['comment'],
    segments: ['questionnaires'],
    mine: ofSubscription,
    section: 'questionarios',
    columns: ['subscription_id', 'state', 'answers', 'comment', 'submitted_at', 'decided_at', 'updated_at'],
    left: {
      decided_by: STAFF,
      institution_id: 'Consta da inscrição.',
      ...technical('waiting', 'revisions', 'version'),
    },
    erase: { set: { answers: `'{}'`, comment: 'null' } },
  },
  {
    table: 'interview',
    words: ['place', 'link', 'decision_reason', 'notes'],
    mentions: ['place', 'link', 'decision_reason', 'notes'],
    segments: ['interviews'],
    mine: ofSubscription,
    section: 'entrevistas',
    columns: [
      'subscription_id',
      'state',
      'channel',
      'periods',
      'appointment_at',
      'place',
      'link',
      'decision_reason',
      'notes',
      'requested_at',
      'decided_at',
      'updated_at',
    ],
    left: {
      decided_by: STAFF,
      institution_id: 'Consta da inscrição.',
      interviewer_id: STAFF,
      ...technical('waiting', 'revision', 'version', 'minutes', 'held_at'),
    },
    erase: { set: { periods: `'[]'`, place: 'null', link: 'null', decision_reason: 'null', notes: 'null' } },
  },
];
