import sql from 'sql-template-tag';
import { type Mine, notCopied, ofPerson, type PersonalTable } from '../platform/personal-data.ts';

const self: Mine = ({ tenantId, personId }) =>
  sql`tenant_id = ${tenantId}::bigint and id = ${personId}::bigint`;

const ofEither: Mine = ({ tenantId, personId }) =>
  sql`tenant_id = ${tenantId}::bigint and (person_id = ${personId}::bigint or given_to = ${personId}::bigint)`;

/** Name that replaces the name of an anonymised person. */
export const ANONYMOUS_NAME = 'Pessoa anonimizada';

/** Personal data in the tables of the person module. */
export const personalData: readonly PersonalTable[] = [
  {
    table: 'person_address',
    words: ['street', 'number', 'neighborhood', 'zip_code', 'complement'],
    mine: ofPerson,
    section: 'enderecos',
    columns: ['street', 'number', 'neighborhood', 'zip_code', 'city_id', 'complement', 'verified'],
    left: {},
    erase: 'delete',
  },
  {
    table: 'person_foreign_address',
    words: ['country', 'street', 'complement', 'city', 'region', 'postal_code'],
    mine: ofPerson,
    section: 'enderecos_no_exterior',
    columns: ['country', 'street', 'complement', 'city', 'region', 'postal_code'],
    left: {},
    erase: 'delete',
  },
  {
    table: 'consent',
    mine: ofPerson,
    section: 'consentimentos',
    columns: ['kind', 'granted', 'version', 'channel', 'at'],
    left: {},
    erase: { kept: 'Prova do consentimento (LGPD art. 8º §2º); sem nome nem documento.' },
  },
  {
    table: 'document_case',
    words: ['document', 'brought', 'decision_reason'],
    mentions: ['decision_reason'],
    mine: ofEither,
    ...notCopied('Dúvida sobre de quem é o documento; o que a instituição trouxe pode ser de outra pessoa.'),
    erase: 'delete',
  },
  {
    table: 'person',
    words: [
      ...['name', 'social_name', 'cpf', 'rg', 'rg_issuer', 'rg_state', 'mother_name', 'email', 'cell_phone'],
      ...['phone', 'external_id'],
    ],
    segments: ['persons', 'kept-records'],
    mine: self,
    section: 'pessoa',
    columns: [
      'uuid',
      'name',
      'social_name',
      'birth_date',
      'gender_id',
      'nationality',
      'cpf',
      'rg',
      'rg_issuer',
      'rg_state',
      'mother_name',
      'issuing_country',
      'email',
      'email_confirmed_at',
      'email_proved_at',
      'cell_phone',
      'cell_phone_confirmed_at',
      'cell_phone_proved_at',
      'phone',
      'identity_locked_at',
      'external_id',
      'created_at',
      'updated_at',
    ],
    left: {
      rooted_at: 'Parte da proteção da conta.',
      anonymised_at: 'Vazio enquanto a pessoa existe aqui.',
      email_by_link: 'Parte da proteção dos códigos de acesso.',
      cell_phone_by_link: 'Parte da proteção dos códigos de acesso.',
      search_name: 'O mesmo nome sem acentos, para a busca.',
      search_social_name: 'O mesmo nome social sem acentos, para a busca.',
    },
    // Birth year and gender stay for statistics because they identify nobody; everything that identifies the person is erased.
    erase: {
      set: {
        name: `'${ANONYMOUS_NAME}'`,
        uuid: 'gen_random_uuid()',
        birth_date: `date_trunc('year', birth_date)::date`,
        social_name: 'null',
        cpf: 'null',
        rg: 'null',
        rg_issuer: 'null',
        rg_state: 'null',
        mother_name: 'null',
        email: 'null',
        email_confirmed_at: 'null',
        email_proved_at: 'null',
        cell_phone: 'null',
        cell_phone_confirmed_at: 'null',
        cell_phone_proved_at: 'null',
        phone: 'null',
        external_id: 'null',
      },
    },
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
