import sql from 'sql-template-tag';
import { type Mine, ofSubscription, type PersonalTable } from '../platform/personal-data.ts';

/** What the team takes up names items, not the people they are about. */
const nobodys: Mine = () => sql`false`;
const OF_THE_TEAM = 'Trabalho de pessoas da equipe da instituição; nomeia itens, não candidatos.';

const ofTheTeam = (table: string): PersonalTable => ({
  table,
  mine: nobodys,
  section: null,
  columns: [],
  left: { '*': OF_THE_TEAM },
  erase: { kept: OF_THE_TEAM },
});

/** Tables of claims and skips, and of what was opened last. */
export const personalData: readonly PersonalTable[] = ['work_claim', 'work_skip'].map(ofTheTeam).concat({
  table: 'work_opened',
  mine: ofSubscription,
  section: null,
  columns: [],
  left: { '*': 'Atalho de quem atende; quem abriu a inscrição fica no registro de quem atende.' },
  erase: 'delete',
});
