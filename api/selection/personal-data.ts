import { ofSubscription, type PersonalTable } from '../platform/personal-data.ts';
import { examScoreData } from './exam-score/personal-data.ts';

/** Personal data in the tables of the selection module. */
export const personalData: readonly PersonalTable[] = [
  {
    table: 'test_booking',
    mine: ofSubscription,
    section: 'provas_agendadas',
    columns: [
      'id',
      'subscription_id',
      'schedule_slot_id',
      'state',
      'score',
      'essay_score',
      'booked_at',
      'ended_at',
      'present',
      'marked_at',
    ],
    left: {
      decided_by: 'Identifica quem registrou o resultado, não quem fez a prova.',
      marked_by: 'Identifica quem registrou a presença, não quem fez a prova.',
    },
    erase: { kept: 'Registro acadêmico do processo seletivo, sem nome nem documento.' },
  },
  examScoreData,
];
