import type { Answer } from '@orbita/protocol';
import { AlertIcon } from '@orbita/ui/icons/alert';
import { CheckIcon } from '@orbita/ui/icons/check';
import { ClockIcon } from '@orbita/ui/icons/clock';
import { messagePartTexts as t } from '../texts/parts.ts';
import { State } from '../ui/state.tsx';

export type Message = Answer<'GET /operations/notifications'>['data'][number];

/** Whether a message was sent and arrived. */
export function MessageState({ state, deliveredAt }: Pick<Message, 'state' | 'deliveredAt'>) {
  if (state === 'failed')
    return (
      <State status="rejected" icon={AlertIcon}>
        {t.states.failed}
      </State>
    );
  return state === 'sent' ? (
    <State status="approved" icon={CheckIcon}>
      {deliveredAt ? t.delivered : t.states.sent}
    </State>
  ) : (
    <State status="neutral" icon={ClockIcon}>
      {t.states.pending}
    </State>
  );
}
