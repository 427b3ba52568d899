import { ApiError, textOf } from '@orbita/client/errors.ts';
import { CONTRACT_TEXTS } from '@orbita/domain/contract';
import { CODE_TEXTS } from '@orbita/domain/identity';
import { Dialog } from '@orbita/ui/dialog';
import { Notice } from '@orbita/ui/notice';
import { WithName } from '@orbita/ui/with-name';
import { useMemo } from 'react';
import { ChannelStep } from '../identity/codes/channel-step.tsx';
import { CodeStep } from '../identity/codes/code-step.tsx';
import type { Contact, ContactChannel } from '../identity/codes/types.ts';
import { contractTexts as t } from '../texts/contract.ts';
import type { Demand } from './queries.ts';
import type { Confirmation } from './use-confirmation.ts';

export type ConfirmDialogProps = {
  demand: Demand;
  confirmation: Confirmation;
  /** The guardian is the one requesting the code. */
  byGuardian: boolean;
  /** Continues with the acceptance. */
  onConfirmed: (token: string) => void;
  onClose: () => void;
};

const labelOf = ({ channel, masked }: Contact<ContactChannel>) => t.channel[channel](masked ?? '');
const troubleOf = (error: unknown) =>
  error instanceof ApiError && error.fields[0]
    ? error.fields[0].message
    : textOf(error, CODE_TEXTS.sendFailed);

/** Asks the accepting party for the code sent to a registered contact (spec 13.2, 13.3). */
export default function ConfirmDialog({
  demand,
  confirmation,
  byGuardian,
  onConfirmed,
  onClose,
}: ConfirmDialogProps) {
  const { sent: known, send, resend, verify } = confirmation;
  // When reopened, the dialog continues with the remaining time of the code.
  const sent = useMemo(() => {
    if (!known) return undefined;
    const age = Math.round((performance.now() - known.at) / 1000);
    const left = (seconds: number) => Math.max(0, seconds - age);
    return { ...known, expiresIn: left(known.expiresIn), resendIn: left(known.resendIn) };
  }, [known]);
  return (
    <Dialog open onClose={onClose} title={t.confirmTitle}>
      <div className="stack">
        <p>
          {demand.guardian && !byGuardian ? (
            <WithName text={t.confirmGuardian} name={demand.guardian} />
          ) : (
            t.confirmOwn
          )}
        </p>
        {demand.channels.length === 0 ? (
          <Notice kind="warning" role="alert" title={t.noContact} />
        ) : sent ? (
          <>
            <p role="status">{CONTRACT_TEXTS.codeSent(sent.masked ?? '')}</p>
            <CodeStep
              sent={sent}
              label={t.confirmAndAccept}
              busyLabel={t.confirming}
              onVerify={async (id, code) => onConfirmed(await verify(id, code))}
              onResend={resend}
              troubleOf={troubleOf}
            />
          </>
        ) : (
          <ChannelStep contacts={demand.channels} labelOf={labelOf} onSend={send} troubleOf={troubleOf} />
        )}
      </div>
    </Dialog>
  );
}
