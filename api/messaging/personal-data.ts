import { ofPerson, type PersonalTable, technical } from '../platform/personal-data.ts';

/** Personal data in the tables of the messaging module. */
export const personalData: readonly PersonalTable[] = [
  {
    table: 'notification',
    words: ['recipient', 'data', 'envelope', 'last_error'],
    mentions: ['data', 'envelope'],
    segments: ['notifications'],
    mine: ofPerson,
    section: 'mensagens',
    columns: [
      'template',
      'channel',
      'subscription_id',
      'recipient',
      'data',
      'state',
      'sent_at',
      'created_at',
    ],
    left: {
      ...technical(
        'retry_at',
        'envelope',
        'last_error',
        'next_attempt_at',
        'dedupe_key',
        'attempts',
        'changed_at',
        'institution_id',
      ),
    },
    erase: 'delete',
  },
  {
    table: 'outbox_event',
    words: ['data'],
    mine: ofPerson,
    section: 'eventos',
    columns: ['stream', 'type', 'subscription_id', 'data', 'occurred_at'],
    left: { ...technical('version') },
    erase: 'delete',
  },
  {
    table: 'webhook_delivery',
    words: ['body', 'last_error'],
    segments: ['webhook-deliveries'],
    mine: ofPerson,
    section: 'avisos_a_instituicao',
    columns: ['kind', 'subscription_id', 'body', 'state', 'created_at', 'updated_at'],
    left: {
      ...technical(
        'event_id',
        'version',
        'attempts',
        'last_status',
        'last_error',
        'next_attempt_at',
        'retry_at',
      ),
    },
    erase: 'delete',
  },
];
