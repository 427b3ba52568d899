import { ofSubscription, type PersonalTable, technical } from '../../platform/personal-data.ts';

/** Numbers are erased; years and scores stay as statistics. */
export const examScoreData: PersonalTable = {
  table: 'exam_score',
  words: ['registration'],
  segments: ['exam-scores'],
  mine: ofSubscription,
  section: 'notas_do_enem',
  columns: [
    'id',
    'subscription_id',
    'attempt',
    'registration',
    'year',
    'state',
    'scores',
    'average',
    'requested_at',
    'decided_at',
  ],
  left: {
    ...technical(
      'reference',
      'expected_by',
      'next_check_at',
      'set_aside_at',
      'changed_at',
      'institution_id',
      'version',
      'late_at',
      'waiting_since',
    ),
    decided_by: 'Identifica quem decidiu, não o candidato.',
  },
  erase: { set: { registration: 'null' } },
};
