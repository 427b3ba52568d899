import sql from 'sql-template-tag';
import { type Mine, notCopied, ofPerson, type PersonalTable, SECRET } from '../platform/personal-data.ts';

const BRIEF = 'Dado de uma hora, apagado em um dia.';

const ofAccount: Mine = ({ tenantId, personId }) => sql`
  tenant_id = ${tenantId}::bigint and account_id in (
    select u.id from user_account u where u.tenant_id = ${tenantId}::bigint and u.person_id = ${personId}::bigint)`;

/** Codes sent before anyone was identified are linked to nothing but the contact. */
const ofPersonOrContact: Mine = (of) => sql`
  tenant_id = ${of.tenantId}::bigint and (person_id = ${of.personId}::bigint or recipient in (
    select unnest(array[p.email, p.cell_phone]) from person p
    where p.tenant_id = ${of.tenantId}::bigint and p.id = ${of.personId}::bigint))`;

/** Rows with hashed documents can't be attributed to a person. */
const nobodys: Mine = () => sql`false`;

/**
 * Personal data in the tables of the identity module. Sessions and codes are erased before the accounts they
 * reference.
 */
export const personalData: readonly PersonalTable[] = [
  {
    table: 'login_session',
    mine: ofPerson,
    section: 'acessos',
    columns: [
      'method',
      'remember',
      'created_at',
      'last_seen_at',
      'expires_at',
      'revoked_at',
      'subscription_id',
      'device',
      'network',
      'proved_at',
    ],
    left: { companion_hash: SECRET, network_hash: SECRET },
    erase: 'delete',
  },
  {
    table: 'undo_link',
    mine: ({ tenantId, personId }) => sql`
      tenant_id = ${tenantId}::bigint and change_id in (select c.id from access_change c
        where c.tenant_id = ${tenantId}::bigint and c.person_id = ${personId}::bigint)`,
    ...notCopied(SECRET),
    erase: 'delete',
  },
  {
    table: 'access_change',
    words: ['before'],
    mine: ofPerson,
    section: 'mudancas_de_acesso',
    columns: ['kind', 'before', 'at', 'expires_at', 'undone_at'],
    left: {},
    erase: 'delete',
  },
  {
    table: 'code_challenge',
    words: ['recipient', 'payload'],
    mine: ofPersonOrContact,
    ...notCopied(BRIEF),
    erase: 'delete',
  },
  {
    table: 'handoff_code',
    words: ['redirect_to'],
    mine: ofPerson,
    ...notCopied(BRIEF),
    erase: 'delete',
  },
  {
    table: 'door_event',
    mine: nobodys,
    ...notCopied('Resumos criptográficos de uma hora, sem ligação com uma pessoa.'),
    erase: { kept: 'Apagado sozinho em um dia.' },
  },
  {
    table: 'limit_window',
    mine: nobodys,
    ...notCopied('Resumos criptográficos de uma hora, sem ligação com uma pessoa.'),
    erase: { kept: 'Apagado sozinho em um dia.' },
  },
  {
    table: 'passkey_challenge',
    mine: ofAccount,
    ...notCopied(BRIEF),
    erase: 'delete',
  },
  {
    table: 'passkey',
    words: ['label', 'transports'],
    mine: ofPerson,
    section: 'chaves_de_acesso',
    columns: ['label', 'rp_id', 'transports', 'backed_up', 'created_at', 'last_used_at'],
    left: { public_key: 'Parte técnica da chave de acesso.', counter: 'Parte técnica da chave de acesso.' },
    erase: 'delete',
  },
  {
    table: 'social_account',
    words: ['subject'],
    mine: ofAccount,
    section: 'contas_sociais',
    columns: ['provider', 'subject', 'linked_at'],
    left: {},
    erase: 'delete',
  },
  {
    table: 'social_link',
    words: ['subject'],
    keptWords: { subject: 'Apagado sozinho em um dia; ainda não é de ninguém conhecido.' },
    mine: nobodys,
    ...notCopied(BRIEF),
    erase: { kept: 'Apagado sozinho em um dia; ainda não é de ninguém conhecido.' },
  },
  {
    table: 'social_state_used',
    mine: nobodys,
    ...notCopied('Resumos criptográficos de números sorteados, sem ligação com uma pessoa.'),
    erase: { kept: 'Apagado sozinho em um dia.' },
  },
  {
    table: 'user_account',
    words: ['document'],
    mine: ofPerson,
    section: 'contas',
    columns: ['document_type', 'document', 'last_login_at', 'created_at', 'failed_sign_ins', 'locked_until'],
    left: {
      password_hash: SECRET,
      epoch: 'Parte da proteção da conta.',
      first_failed_at: 'Parte da proteção contra tentativas de senha.',
      disable_institution_global_filter: 'Configuração de uso interno.',
    },
    erase: 'delete',
  },
];
