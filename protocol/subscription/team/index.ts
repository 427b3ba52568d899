import { actionCalls } from './actions.ts';
import { applicationCalls } from './applications.ts';
import { choiceCalls } from './choices.ts';
import { courseChangeCalls } from './course-change.ts';
import { deadlineCalls } from './deadlines.ts';
import { decisionCalls } from './decisions.ts';
import { dossierCalls } from './dossier.ts';
import { frontDeskCalls } from './front-desk.ts';
import { importCalls } from './import.ts';
import { leavingCalls } from './leaving.ts';
import { moveCalls } from './moves.ts';
import { noteCalls } from './notes.ts';
import { ownerCalls } from './owner.ts';
import { reminderCalls } from './reminders.ts';
import { timelineCalls } from './timeline.ts';

export { subscriptionFilters } from './applications.ts';

export const subscriptionTeamCalls = {
  ...applicationCalls,
  ...choiceCalls,
  ...leavingCalls,
  ...decisionCalls,
  ...deadlineCalls,
  ...courseChangeCalls,
  ...importCalls,
  ...frontDeskCalls,
  ...dossierCalls,
  ...timelineCalls,
  ...actionCalls,
  ...moveCalls,
  ...noteCalls,
  ...ownerCalls,
  ...reminderCalls,
};
