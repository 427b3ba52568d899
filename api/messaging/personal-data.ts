import sql from 'sql-template-tag';
import { type Mine, ofPerson, type PersonalTable, technical } from '../platform/personal-data.ts';

/** Messages to the person, and those to staff about a second person's decision concerning them, which repeat its reason. */
const toOrAbout: Mine = (of) => sql`
  tenant_id = ${of.tenantId}::bigint and (person_id = ${of.personId}::bigint or dedupe_key = any(array(
    select concat('NE-06:approval:', a.id, ':', a.state) from approval a
    where a.tenant_id = ${of.tenantId}::bigint and a.person_id = ${of.personId}::bigint)))`;

/** Personal data in the tables of the messaging module. */
export const personalData: readonly PersonalTable[] = [
  {
    table: 'notification',
    words: ['recipient', 'data', 'envelope', 'last_error', 'carrier_id', 'carrier_user'],
    mentions: ['data', 'envelope'],
    segments: ['notifications'],
    mine: toOrAbout,
    section: 'mensagens',
    columns: [
      'template',
      'channel',
      'subscription_id',
      'recipient',
      'data',
      'state',
      'sent_at',
      'delivered_at',
      'carrier_user',
      'created_at',
    ],
    left: {
      ...technical(
        'retry_at',
        'envelope',
        'carrier_id',
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
