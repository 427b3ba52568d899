import { Paragraphs } from '@orbita/ui/paragraphs';
import type { ReactNode } from 'react';
import { DialogFailure } from '../base/states.tsx';
import { actTexts as t } from '../texts/subscription-acts.ts';
import { unknownOutcomeTexts } from '../texts/subscription-money.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { IdempotentFields } from './idempotent-fields.tsx';

export type Preview = { title: string; paragraphs: readonly string[] };

type Props = {
  title: string;
  /** Label of the button. */
  verb: string;
  busy?: string | false | undefined;
  error?: unknown;
  /** For an action that must not be done twice: true while its outcome is unknown, so that only the same can be sent again. */
  unknown?: boolean;
  /** What will happen. */
  happens: ReactNode;
  /** The message that is sent, or why none is. */
  message?: Preview | string;
  /** Who else is informed. */
  audience?: string;
  danger?: boolean;
  onClose: () => void;
  onSend: () => void;
  /** Fields of the action. */
  children?: ReactNode;
};

/** Confirms an action: what happens, which message the candidate gets, who sees it (spec 25.6.2). */
export function ActDialog(props: Props) {
  const { title, busy, error, unknown, happens, message = t.noMessage, audience = t.timeline } = props;
  return (
    <FormDialog
      onClose={props.onClose}
      title={title}
      bodyLabel={title}
      verb={unknown ? unknownOutcomeTexts.again : props.verb}
      busy={busy}
      cancel={t.cancel}
      danger={props.danger}
      onSend={props.onSend}
    >
      {error !== undefined && error !== null && <DialogFailure error={error} />}
      {unknown === undefined ? (
        props.children
      ) : (
        <IdempotentFields unknown={unknown}>{props.children}</IdempotentFields>
      )}
      <dl className="consequences">
        <div>
          <dt>{t.happens}</dt>
          <dd>{happens}</dd>
        </div>
        <div>
          <dt>{t.message}</dt>
          <dd>{typeof message === 'string' ? message : <Letter {...message} />}</dd>
        </div>
        <div>
          <dt>{t.audience}</dt>
          <dd>{audience}</dd>
        </div>
      </dl>
    </FormDialog>
  );
}

const Letter = ({ title, paragraphs }: Preview) => (
  <div className="letter">
    <p>
      <b>{title}</b>
    </p>
    <Paragraphs texts={paragraphs} />
  </div>
);
