import { Button } from '@orbita/ui/button';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { reviewTexts } from '../texts/review.ts';
import { AnnouncedNotice, showMissing } from '../ui/announce.tsx';
import { useFocusBack } from '../ui/focus-back.ts';
import { Kbd } from '../ui/kbd.tsx';
import { useKeys } from '../ui/keys.ts';
import { LongText, tooLong } from '../ui/long-text.tsx';

const LONGEST = 2000;

type Props = {
  title: string;
  send: string;
  /** What it triggers or ends, shown before it is sent. */
  follows?: string | undefined;
  texts: { label: string; hint: string; missing: string };
  rows: number;
  /** Most characters of the text. */
  most?: number;
  value: string;
  onChange: (value: string) => void;
  onSend: (words: string) => void;
  onCancel: () => void;
  /** Why nothing can be decided now; typed text stays. */
  hindered: ReactNode;
  busy: string | false;
  field?: RefObject<HTMLTextAreaElement | null>;
};

/** Text that a decision of a review needs, for the candidate or only for the team. */
export function WordsPanel({ title, send, follows, texts, rows, value, ...props }: Props) {
  const { onChange, onSend, onCancel, hindered, busy, most = LONGEST } = props;
  const [missing, setMissing] = useState(false);
  const own = useRef<HTMLTextAreaElement>(null);
  const field = props.field ?? own;
  useFocusBack();
  useEffect(() => field.current?.focus(), [field]);
  const submit = () => {
    if (hindered) return;
    const long = tooLong(value, most);
    if (long) return showMissing(field.current, long);
    if (value.trim()) return onSend(value.trim());
    setMissing(true);
    showMissing(field.current, texts.missing);
  };
  useKeys(title, [
    { key: 'Ctrl+Enter', label: send, decides: true, inFields: true, run: submit },
    { key: 'Escape', label: reviewTexts.cancel, inFields: true, run: onCancel },
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
          <LongText
            label={texts.label}
            id="razao"
            hint={texts.hint}
            error={missing && !value.trim() ? texts.missing : undefined}
            field={field}
            rows={rows}
            most={most}
            value={value}
            onType={onChange}
          />
        </section>
      </div>
      <div className="review__foot">
        {follows && <AnnouncedNotice kind="warning" title={follows} />}
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
