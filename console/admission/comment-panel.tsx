import { Button } from '@orbita/ui/button';
import { Field } from '@orbita/ui/field';
import { Notice } from '@orbita/ui/notice';
import { TextArea } from '@orbita/ui/text-area';
import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import { questionnaireReviewTexts as t } from '../texts/admission.ts';
import { reviewTexts } from '../texts/review.ts';
import { showMissing } from '../ui/announce.tsx';
import { useFocusBack } from '../ui/focus-back.ts';
import { Kbd } from '../ui/kbd.tsx';
import { useKeys } from '../ui/keys.ts';

type Props = {
  title: string;
  send: string;
  /** What it ends, said before it is sent. */
  ends?: string | undefined;
  value: string;
  onChange: (value: string) => void;
  onSend: (comment: string) => void;
  onCancel: () => void;
  /** Why nothing can be decided now; what was typed stays. */
  hindered: ReactNode;
  busy: string | false;
  field: RefObject<HTMLTextAreaElement | null>;
};

/** What the candidate will read with a decision, in the words of who decides. */
export function CommentPanel(props: Props) {
  const { title, send, ends, value, onChange, onSend, onCancel, hindered, busy, field } = props;
  const [missing, setMissing] = useState(false);
  useFocusBack();
  useEffect(() => field.current?.focus(), [field]);
  const submit = () => {
    if (hindered) return;
    if (value.trim()) return onSend(value.trim());
    setMissing(true);
    showMissing(field.current, t.commentMissing);
  };
  useKeys(title, [
    { key: 'Ctrl+Enter', label: send, decides: true, inFields: true, run: submit },
    { key: 'Escape', label: reviewTexts.cancel, inFields: true, run: onCancel },
  ]);
  return (
    <>
      <div className="review__scroll">
        {hindered}
        <section className="section" aria-labelledby="comentar">
          <div className="section__head">
            <h2 id="comentar">{title}</h2>
            <Kbd keys="Escape" />
          </div>
          <Field
            label={t.comment}
            id="comentario"
            hint={t.commentHint}
            error={missing && !value.trim() ? t.commentMissing : undefined}
          >
            <TextArea
              ref={field}
              rows={8}
              maxLength={2000}
              value={value}
              onChange={({ target }) => onChange(target.value)}
            />
          </Field>
        </section>
      </div>
      <div className="review__foot">
        {ends && <Notice kind="warning" title={ends} />}
        <div className="decide decide--send">
          <Button kind="outline" className="button--large" onClick={onCancel}>
            {reviewTexts.cancel}
          </Button>
          <Button
            className="button--large"
            busy={busy}
            aria-disabled={Boolean(hindered)}
            aria-keyshortcuts="Control+Enter"
            onClick={submit}
          >
            {send}
            <Kbd keys="Ctrl+Enter" />
          </Button>
        </div>
      </div>
    </>
  );
}
