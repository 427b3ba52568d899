import { ofSubscription, type PersonalTable } from '../platform/personal-data.ts';

/** What the enrolment room keeps of people. */
export const personalData: readonly PersonalTable[] = [
  {
    table: 'schooling',
    mine: ofSubscription,
    section: 'escolaridade',
    columns: [
      'subscription_id',
      'school_name',
      'school_type',
      'state_id',
      'city_id',
      'institution_name',
      'course_name',
      'level',
      'conclusion_year',
      'fies',
      'updated_at',
    ],
    left: {},
    erase: 'delete',
  },
  {
    table: 'guardian',
    mine: ofSubscription,
    section: 'responsaveis',
    columns: [
      'subscription_id',
      'relationship',
      'name',
      'cpf',
      'birth_date',
      'email',
      'cell_phone',
      'same_address',
      'address',
      'updated_at',
    ],
    left: {},
    erase: 'delete',
  },
  {
    table: 'chosen_discipline',
    mine: ofSubscription,
    section: 'disciplinas_escolhidas',
    columns: ['subscription_id', 'discipline_id'],
    left: {},
    erase: { kept: 'Registro acadêmico, sem nome nem documento.' },
  },
];
