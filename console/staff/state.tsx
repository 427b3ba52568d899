import type { Answer } from '@orbita/protocol';
import { CheckCircleIcon } from '@orbita/ui/icons/check-circle';
import { MailIcon } from '@orbita/ui/icons/mail';
import { teamTexts as t } from '../texts/team.ts';
import { LockIcon } from '../ui/icons/lock.tsx';
import { State } from '../ui/state.tsx';

export type StaffMember = Answer<'GET /operations/staff/{staffId}'>;

const looks = {
  invited: { status: 'attention', icon: MailIcon },
  active: { status: 'approved', icon: CheckCircleIcon },
  disabled: { status: 'neutral', icon: LockIcon },
} as const;

/** Whether a person has access, as icon and word. */
export const StaffState = ({ state }: { state: StaffMember['state'] }) => (
  <State status={looks[state].status} icon={looks[state].icon}>
    {t.states[state]}
  </State>
);
