import { Paragraphs } from '@orbita/ui/paragraphs';
import { type FormEvent, type ReactNode, useId } from 'react';
import { DialogFailure } from '../base/states.tsx';
import { actTexts as t } from '../texts/subscription-acts.ts';
import { FormDialog } from '../ui/form-dialog.tsx';

export type Preview = { title: string; paragraphs: readonly string[] };

type Props = {
  title: string;
  /** The button repeats it. */
  verb: string;
  busy?: string | false | undefined;
  error?: unknown;
  /** What happens. */
  happens: ReactNode;
  /** The message that goes out, or why none does. */
  message?: Preview | string;
  /** Who else learns of it. */
  audience?: string;
  danger?: boolean;
  onClose: () => void;
  onSend: () => void;
  /** Fields that the act asks for. */
  children?: ReactNode;
};

/** Asks once before an act: what happens, which message the candidate gets, who sees it (spec 25.6.2). */
export function ActDialog(props: Props) {
  const { title, verb, busy, error, happens, message = t.noMessage, audience = t.timeline } = props;
  const form = useId();
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) props.onSend();
  };
  return (
    <FormDialog
      onClose={props.onClose}
      title={title}
      bodyLabel={title}
      form={form}
      verb={verb}
      busy={busy}
      cancel={t.cancel}
      danger={props.danger}
    >
      {error !== undefined && error !== null && <DialogFailure error={error} />}
      <form className="stack stack--fields" id={form} onSubmit={send} noValidate>
        {props.children}
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
      </form>
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
