import { REJECTIONS, type Rejection, rejectionInSentence } from '@orbita/domain/document';
import { Button } from '@orbita/ui/button';
import { Choice, Choices } from '@orbita/ui/choice';
import { WithName } from '@orbita/ui/with-name';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { REASONS, documentTexts as t } from '../texts/document.ts';
import { showMissing } from '../ui/announce.tsx';
import { useFocusBack } from '../ui/focus-back.ts';
import { Kbd } from '../ui/kbd.tsx';
import { useKeys } from '../ui/keys.ts';
import { LongText, stopsAtLongText } from '../ui/long-text.tsx';
import type { Decision } from './use-decision.ts';

export type Draft = { reason: Rejection | undefined; note: string };

type Props = {
  documentName: string;
  person: string;
  draft: Draft;
  onDraft: (draft: Draft) => void;
  onRefuse: (decision: Extract<Decision, { kind: 'rejected' }>) => void;
  onCancel: () => void;
  /** Why nothing can be decided now; typed text stays. */
  hindered: ReactNode;
  busy: string | false;
};

/** Five reasons with their keys, a note, and a preview of what the person will read (spec 25.8). */
export function RefusePanel(props: Props) {
  const { documentName, person, draft, onDraft, onRefuse, onCancel, hindered, busy } = props;
  const [missing, setMissing] = useState(false);
  const note = useRef<HTMLDivElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  useFocusBack();
  useEffect(() => title.current?.focus(), []);
  const send = (reason: Rejection | undefined) => {
    if (!reason || hindered || (note.current && stopsAtLongText(note.current))) return;
    if (reason === 'other' && !draft.note.trim()) {
      setMissing(true);
      showMissing(note.current?.querySelector('textarea'), t.reasonMissing);
      return;
    }
    onRefuse({ kind: 'rejected', reason, note: draft.note.trim() });
  };
  const choose = (reason: Rejection) => {
    onDraft({ ...draft, reason });
    if (reason === 'other') note.current?.querySelector('textarea')?.focus();
    else send(reason);
  };
  useKeys(t.why, [
    ...REASONS.map((reason, at) => ({
      key: String(at + 1),
      label: REJECTIONS[reason],
      decides: reason !== 'other',
      run: () => choose(reason),
    })),
    { key: 'Ctrl+Enter', label: t.sendRefusal, decides: true, inFields: true, run: () => send(draft.reason) },
    { key: 'Escape', label: t.cancel, inFields: true, run: onCancel },
  ]);
  return (
    <>
      <div className="review__scroll">
        {hindered}
        <section className="section" aria-labelledby="motivo">
          <div className="section__head">
            <h2 id="motivo" tabIndex={-1} ref={title}>
              {t.why}
            </h2>
            <Kbd keys="Escape" />
          </div>
          <Choices legend={t.why} legendHidden>
            {REASONS.map((reason, at) => (
              <Choice
                key={reason}
                name="motivo"
                value={reason}
                title={REJECTIONS[reason]}
                note={reason === 'other' ? t.noteNeeded : undefined}
                aria-keyshortcuts={String(at + 1)}
                end={<Kbd keys={String(at + 1)} />}
                checked={draft.reason === reason}
                onChange={() => onDraft({ ...draft, reason })}
              />
            ))}
          </Choices>
          <p className="meta only-wide">{t.keysHint}</p>
        </section>
        <div ref={note}>
          <LongText
            label={t.note}
            id="nota"
            optional={draft.reason !== 'other'}
            error={missing && !draft.note.trim() ? t.reasonMissing : undefined}
            rows={3}
            most={2000}
            value={draft.note}
            onType={(text) => onDraft({ ...draft, note: text })}
          />
        </div>
        {draft.reason && (
          <section className="section" aria-labelledby="carta">
            <h2 id="carta">
              <WithName text={t.willRead} name={person} />
            </h2>
            <div className="letter">
              <small>
                {t.letterHow}
                {draft.reason !== 'other' && draft.note.trim() && ` ${t.noteWhere}`}
              </small>
              <b>
                {documentName}: {rejectionInSentence(draft.reason, draft.note)}.
              </b>
              {draft.reason !== 'other' && draft.note.trim() && <> “{draft.note.trim()}”</>}
            </div>
          </section>
        )}
      </div>
      <div className="review__foot">
        <div className="decide">
          <Button kind="outline" className="button--large" onClick={onCancel}>
            {t.cancel}
          </Button>
          <Button
            className="button--large"
            busy={busy}
            aria-disabled={Boolean(hindered)}
            aria-keyshortcuts="Control+Enter"
            onClick={() => send(draft.reason ?? 'other')}
          >
            {t.sendRefusal}
            <Kbd keys="Ctrl+Enter" />
          </Button>
        </div>
      </div>
    </>
  );
}
