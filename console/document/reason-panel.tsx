import { Button } from '@orbita/ui/button';
import { Field } from '@orbita/ui/field';
import { TextArea } from '@orbita/ui/text-area';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { documentTexts as t } from '../texts/document.ts';
import { AnnouncedNotice, showMissing } from '../ui/announce.tsx';
import { useFocusBack } from '../ui/focus-back.ts';
import { Kbd } from '../ui/kbd.tsx';
import { useKeys } from '../ui/keys.ts';

type Props = {
  title: string;
  send: string;
  /** What else it sets off. */
  follows?: string | undefined;
  value: string;
  onChange: (value: string) => void;
  onSend: (reason: string) => void;
  onCancel: () => void;
  /** Why nothing can be decided now; what was typed stays. */
  hindered: ReactNode;
  busy: string | false;
};

/** Why a document is waived or looked at again: a reason that stays with the team (spec 25.8). */
export function ReasonPanel(props: Props) {
  const { title, send, follows, value, onChange, onSend, onCancel, hindered, busy } = props;
  const [missing, setMissing] = useState(false);
  const field = useRef<HTMLDivElement>(null);
  useFocusBack();
  useEffect(() => field.current?.querySelector('textarea')?.focus(), []);
  const submit = () => {
    if (hindered) return;
    if (value.trim()) onSend(value.trim());
    else {
      setMissing(true);
      showMissing(field.current?.querySelector('textarea'), t.reasonMissing);
    }
  };
  useKeys(title, [
    { key: 'Ctrl+Enter', label: send, decides: true, inFields: true, run: submit },
    { key: 'Escape', label: t.cancel, inFields: true, run: onCancel },
  ]);
  return (
    <>
      <div className="review__scroll">
        {hindered}
        <section className="section" aria-labelledby="motivo">
          <div className="section__head">
            <h2 id="motivo">{title}</h2>
            <Kbd keys="Escape" />
          </div>
          <div ref={field}>
            <Field
              label={t.reasonOf}
              id="razao"
              hint={t.reasonHint}
              error={missing && !value.trim() ? t.reasonMissing : undefined}
            >
              <TextArea
                rows={4}
                maxLength={2000}
                value={value}
                onChange={({ target }) => onChange(target.value)}
              />
            </Field>
          </div>
        </section>
      </div>
      <div className="review__foot">
        {follows && <AnnouncedNotice kind="warning" title={follows} />}
        <div className="decide">
          <Button kind="outline" className="button--large" onClick={onCancel}>
            {t.cancel}
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
