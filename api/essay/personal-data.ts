import sql from 'sql-template-tag';
import {
  type Mine,
  notCopied,
  ofPerson,
  ofSubscription,
  type PersonalTable,
  technical,
} from '../platform/personal-data.ts';

const ofEssay: Mine = ({ tenantId, personId }) => sql`
  tenant_id = ${tenantId}::bigint and essay_id in (
    select e.id from essay e where e.tenant_id = ${tenantId}::bigint and e.person_id = ${personId}::bigint)`;

/** Personal data in the tables of the essay module: texts are erased, grades stay as statistics. */
export const personalData: readonly PersonalTable[] = [
  {
    table: 'essay_grade',
    words: ['feedback'],
    mine: ofEssay,
    section: 'notas_de_redacao',
    columns: ['essay_id', 'score', 'has_plagiarism', 'feedback', 'competences', 'at'],
    left: { grader: 'Identifica quem corrigiu, não quem escreveu.' },
    erase: { set: { feedback: 'null' } },
  },
  {
    table: 'essay_mark',
    words: ['feedback'],
    mine: ofEssay,
    ...notCopied('Notas de cada corretor; a que vale está em notas_de_redacao.'),
    erase: { set: { feedback: 'null' } },
  },
  {
    table: 'essay_mark_draft',
    words: ['feedback'],
    mine: ofEssay,
    ...notCopied('O que um corretor digitou e ainda não registrou.'),
    erase: 'delete',
  },
  {
    table: 'essay',
    words: ['title', 'body', 'second_asked_reason'],
    mentions: ['second_asked_reason'],
    segments: ['essays'],
    mine: ofPerson,
    section: 'redacoes',
    columns: [
      'id',
      'subscription_id',
      'attempt',
      'title',
      'body',
      'state',
      'timed_out',
      'started_at',
      'deadline',
      'extra_minutes',
      'saved_at',
      'completed_date',
    ],
    left: {
      ...technical('delay_notified_at', 'revision', 'changed_at', 'institution_id', 'version', 'round'),
      ...technical('review_since', 'second_asked_at', 'grading_order', 'awaited'),
      second_asked_by: 'Quem pediu a segunda correção, na instituição.',
      second_asked_reason: 'Por que a instituição pediu a segunda correção.',
      shingles: 'Resumos numéricos do texto, para achar cópias.',
    },
    erase: {
      set: { title: `''`, body: `''`, shingles: 'null', review_since: 'null', second_asked_reason: 'null' },
    },
  },
  {
    table: 'essay_run',
    mine: ofEssay,
    ...notCopied('Resumos numéricos do texto, para achar cópias.'),
    erase: 'delete',
  },
  {
    table: 'essay_grant',
    mine: ofPerson,
    section: 'tentativas_concedidas',
    columns: ['subscription_id', 'extra', 'granted_at'],
    left: { granted_by: 'Quem atende na instituição.' },
    erase: { kept: 'Registro acadêmico, sem nome nem documento.' },
  },
  {
    table: 'accommodation',
    words: ['notes'],
    mentions: ['notes'],
    mine: ofSubscription,
    section: 'recursos_de_acessibilidade',
    columns: ['subscription_id', 'essay_extra_minutes', 'notes', 'updated_at'],
    left: { granted_by: 'Quem atende na instituição.' },
    erase: 'delete',
  },
  {
    table: 'accommodation_request',
    words: ['kinds', 'notes', 'answer'],
    mentions: ['notes', 'answer'],
    mine: ofSubscription,
    section: 'pedidos_de_adaptacao',
    columns: [
      'subscription_id',
      'state',
      'kinds',
      'notes',
      'report_later',
      'asked_at',
      'answer',
      'decided_at',
    ],
    left: { ...technical('id'), decided_by: 'Quem atende na instituição.' },
    erase: 'delete',
  },
];
