import sql from 'sql-template-tag';
import { personalData as admission } from '../admission/personal-data.ts';
import { personalData as approval } from '../approval/personal-data.ts';
import { personalData as contract } from '../contract/personal-data.ts';
import { personalData as document } from '../document/personal-data.ts';
import { personalData as enrolment } from '../enrolment/personal-data.ts';
import { personalData as essay } from '../essay/personal-data.ts';
import { personalData as lists } from '../export/personal-data.ts';
import { personalData as identity } from '../identity/personal-data.ts';
import { personalData as messaging } from '../messaging/personal-data.ts';
import { personalData as payment } from '../payment/personal-data.ts';
import { personalData as person } from '../person/personal-data.ts';
import {
  INTERNAL,
  type Mine,
  notCopied,
  ofPerson,
  ofSubscription,
  type PersonalTable,
  technical,
} from '../platform/personal-data.ts';
import { personalData as selection } from '../selection/personal-data.ts';
import { personalData as staff } from '../staff/personal-data.ts';
import { personalData as subscription } from '../subscription/personal-data.ts';
import { personalData as work } from '../work/personal-data.ts';

/** Blocks reference a document, not a person. */
const byDocument: Mine = ({ tenantId, personId }) => sql`
  tenant_id = ${tenantId}::bigint and (document_type, document) in (
    select u.document_type, u.document from user_account u
    where u.tenant_id = ${tenantId}::bigint and u.person_id = ${personId}::bigint
    union select 'cpf', p.cpf from person p where p.tenant_id = ${tenantId}::bigint and p.id = ${personId}::bigint)`;

const nobodys: Mine = () => sql`false`;

const LEGAL = 'O que a lei manda guardar de quem foi excluído, por 10 anos (Código Civil art. 205).';
const FRAUD = 'Prevenção a fraudes no processo seletivo (LGPD art. 7º IX e art. 16).';

const own: readonly PersonalTable[] = [
  {
    table: 'decision_review',
    mine: ofSubscription,
    section: 'revisoes_de_decisao',
    columns: ['subscription_id', 'event', 'decided_at', 'outcome', 'first_score', 'score', 'reviewed_at'],
    left: {
      decided_by: 'Quem atende na instituição.',
      reviewed_by: 'Quem atende na instituição.',
    },
    erase: { kept: 'Registro acadêmico do processo seletivo; sem nome nem documento.' },
  },
  {
    table: 'privacy_request',
    words: ['details', 'answer'],
    mentions: ['answer'],
    segments: ['privacy-requests'],
    mine: ofPerson,
    section: 'solicitacoes_de_privacidade',
    columns: ['id', 'kind', 'details', 'state', 'requested_at', 'due_at', 'answer', 'answered_at'],
    left: {
      taken_by: 'Quem atende na instituição.',
      answered_by: 'Quem atende na instituição.',
      file_key: 'Lugar desta cópia.',
      link_hash: 'Segredo do link desta cópia.',
      link_expires_at: 'Prazo do link desta cópia.',
    },
    erase: { set: { details: 'null', answer: 'null', link_hash: 'null', link_expires_at: 'requested_at' } },
  },
  {
    table: 'kept_identity',
    words: ['identity'],
    keptWords: { identity: LEGAL },
    mine: ofPerson,
    section: 'identificacao_guardada',
    columns: ['identity', 'reasons', 'kept_at', 'keep_until'],
    left: {},
    erase: { kept: LEGAL },
  },
  {
    table: 'kept_document',
    words: ['document'],
    keptWords: { document: LEGAL },
    mine: ofPerson,
    section: 'documentos_guardados',
    columns: ['document_type', 'document'],
    left: {},
    erase: { kept: LEGAL },
  },
  {
    table: 'block_entry',
    words: ['document', 'reason'],
    keptWords: { document: FRAUD },
    mentions: ['reason'],
    mine: byDocument,
    section: 'bloqueios',
    columns: ['document_type', 'document', 'reason', 'created_at', 'removed_at'],
    left: technical('changed_at'),
    // The document stays refused; the reason is no longer stored.
    erase: { set: { reason: "''" } },
  },
  {
    table: 'idempotency_key',
    words: ['address', 'answer', 'progress'],
    mentions: ['answer', 'progress'],
    mine: ofPerson,
    ...notCopied('Cópia técnica de respostas, apagada em um dia.'),
    erase: 'delete',
  },
  {
    table: 'erasure',
    mine: ofPerson,
    ...notCopied('Prova de que os dados foram excluídos; só números e a data.'),
    erase: { kept: 'Prova da exclusão, que a repete depois de um backup restaurado (LGPD art. 18 VI).' },
  },
  {
    table: 'audit_log',
    mine: nobodys,
    ...notCopied('Registro de quem atende; diz números internos, nunca dados de uma pessoa.'),
    erase: { kept: 'Prova de quem tratou dados (LGPD art. 37).' },
  },
  {
    table: 'audit_archive',
    mine: nobodys,
    ...notCopied('Arquivos lacrados do registro de quem atende, com os mesmos números internos.'),
    erase: { kept: 'Prova de quem tratou dados (LGPD art. 37).' },
  },
];

/** Every table with personal data, in the order in which rows may be erased. */
export const personalTables: readonly PersonalTable[] = [
  ...document,
  ...selection,
  ...essay,
  ...admission,
  ...enrolment,
  ...payment,
  ...contract,
  ...messaging,
  // Blocks are found by the documents of the accounts.
  ...own,
  ...identity,
  ...approval,
  ...subscription,
  ...work,
  ...lists,
  ...staff,
  ...person,
];

/** Reasons why columns are left out of the copy, shown to the person who reads it. */
export const leftOutOf = ({ table, left }: PersonalTable) =>
  Object.entries({ ...left, ...(left['*'] ? {} : { '*': INTERNAL }) }).map(([column, why]) => ({
    tabela: table,
    ...(column === '*' ? {} : { campo: column }),
    motivo: why,
  }));
