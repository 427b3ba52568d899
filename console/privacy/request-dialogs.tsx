import { AskDialog } from '@orbita/ui/ask-dialog';
import { Field, FieldError } from '@orbita/ui/field';
import { Segmented } from '@orbita/ui/segmented';
import { TextArea } from '@orbita/ui/text-area';
import { TextInput } from '@orbita/ui/text-input';
import { typing } from '@orbita/ui/typing.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { waitingIn } from '../approval/asked.tsx';
import type { Approval } from '../approval/state.tsx';
import { call, textOf } from '../base/api.ts';
import { privacyRequestTexts as t } from '../texts/privacy.ts';
import { showMissing } from '../ui/announce.tsx';
import type { WholeRequest } from './request.tsx';

export type RequestAct = 'take' | 'reply' | 'deny' | 'judge' | 'erase';

type Props = {
  request: WholeRequest;
  onClose: () => void;
  /** Called when the server has done it, or awaits a second person, with the text to show. */
  onDone: (said: string, waits?: Approval) => void;
};

/** Longest answer, and longest reason for a denial. */
const ANSWER_MOST = 4000;
const REASON_MOST = 2000;

/** One act on a request, confirmed once (spec 25.12). */
export function RequestDialog({ act, ...props }: Props & { act: RequestAct }) {
  if (act === 'take') return <TakeDialog {...props} />;
  if (act === 'erase') return <EraseDialog {...props} />;
  if (act === 'judge') return <JudgeDialog {...props} />;
  return <WordsDialog {...props} act={act} />;
}

const find = (selector: string) => document.querySelector<HTMLElement>(`dialog ${selector}`);

function TakeDialog({ request, onClose, onDone }: Props) {
  const take = useMutation({
    mutationFn: () =>
      call('POST /operations/privacy-requests/{id}/decision', {
        params: { id: request.id },
        body: { decision: 'taken' },
      }),
    onSuccess: () => onDone(t.took),
  });
  return (
    <AskDialog
      open
      title={t.take}
      yes={t.take}
      no={t.cancel}
      busy={take.isPending && t.taking}
      failure={take.error && textOf(take.error)}
      onYes={() => !take.isPending && take.mutate()}
      onNo={onClose}
    >
      <p>{t.title(request.person.name, request.id)}</p>
    </AskDialog>
  );
}

const WORDS = {
  reply: {
    ...{ title: t.replyTitle, yes: t.reply, busy: t.replying, done: t.replied, most: ANSWER_MOST },
    ...{ field: t.replyField, hint: t.replyHint, missing: t.replyMissing },
  },
  deny: {
    ...{ title: t.denyTitle, yes: t.deny, busy: t.denying, done: t.denied, most: REASON_MOST },
    ...{ field: t.denyField, hint: t.denyHint, missing: t.denyMissing },
  },
} as const;

function WordsDialog({ act, request, onClose, onDone }: Props & { act: keyof typeof WORDS }) {
  const words = WORDS[act];
  const [text, setText] = useState('');
  const [tried, setTried] = useState(false);
  const missing = text.trim() === '';
  const send = useMutation({
    mutationFn: () =>
      call('POST /operations/privacy-requests/{id}/decision', {
        params: { id: request.id },
        body:
          act === 'reply'
            ? { decision: 'concluded', answer: text.trim() }
            : { decision: 'denied', reason: text.trim() },
      }),
    onSuccess: () => onDone(words.done),
  });
  return (
    <AskDialog
      open
      title={words.title}
      yes={words.yes}
      no={t.cancel}
      busy={send.isPending && words.busy}
      failure={send.error && textOf(send.error)}
      onYes={() => {
        setTried(true);
        if (missing) showMissing(find('textarea'), words.missing);
        else if (!send.isPending) send.mutate();
      }}
      onNo={onClose}
    >
      <Field label={words.field} hint={words.hint} error={tried && missing ? words.missing : undefined}>
        <TextArea rows={5} maxLength={words.most} {...typing(text, setText)} />
      </Field>
    </AskDialog>
  );
}

function JudgeDialog({ request, onClose, onDone }: Props) {
  const [outcome, setOutcome] = useState<'granted' | 'upheld'>();
  const [answer, setAnswer] = useState('');
  const [tried, setTried] = useState(false);
  const missing = answer.trim() === '';
  const send = useMutation({
    mutationFn: () =>
      call('POST /operations/privacy-requests/{id}/review', {
        params: { id: request.id },
        body: { ...(outcome ? { outcome } : {}), answer: answer.trim() },
      }),
    onSuccess: () => onDone(t.judged),
  });
  return (
    <AskDialog
      open
      title={t.judgeTitle}
      yes={t.judge}
      no={t.cancel}
      busy={send.isPending && t.judging}
      failure={send.error && textOf(send.error)}
      onYes={() => {
        setTried(true);
        if (!outcome) showMissing(find('[type=radio]'), t.outcomeMissing);
        else if (missing) showMissing(find('textarea'), t.replyMissing);
        else if (!send.isPending) send.mutate();
      }}
      onNo={onClose}
    >
      <div className="stack">
        <Segmented
          legend={t.outcome}
          value={outcome ?? ''}
          options={(['granted', 'upheld'] as const).map((one) => ({ value: one, label: t.outcomes[one] }))}
          onChange={(event) => setOutcome(event.currentTarget.value === 'granted' ? 'granted' : 'upheld')}
        />
        {tried && !outcome && <FieldError>{t.outcomeMissing}</FieldError>}
        <Field label={t.replyField} hint={t.replyHint} error={tried && missing ? t.replyMissing : undefined}>
          <TextArea rows={5} maxLength={ANSWER_MOST} {...typing(answer, setAnswer)} />
        </Field>
      </div>
    </AskDialog>
  );
}

/** Requests an erasure, which a second person must approve; the number is typed, so that no single press does it. */
function EraseDialog({ request, onClose, onDone }: Props) {
  const [number, setNumber] = useState('');
  const [tried, setTried] = useState(false);
  const wrong = number.trim() !== String(request.id);
  const ask = useMutation({
    mutationFn: () =>
      call('POST /operations/privacy-requests/{id}/decision', {
        params: { id: request.id },
        body: { decision: 'concluded' },
      }),
    onSuccess: (answer) => onDone(t.replied, waitingIn(answer)),
  });
  return (
    <AskDialog
      open
      title={t.eraseTitle}
      yes={t.erase}
      no={t.cancel}
      busy={ask.isPending && t.asking}
      failure={ask.error && textOf(ask.error)}
      onYes={() => {
        setTried(true);
        if (wrong) showMissing(find('input'), t.eraseWrong);
        else if (!ask.isPending) ask.mutate();
      }}
      onNo={onClose}
    >
      <p>{t.eraseHelp}</p>
      <Field label={t.eraseNumber(request.id)} error={tried && wrong ? t.eraseWrong : undefined}>
        <TextInput code inputMode="numeric" autoComplete="off" {...typing(number, setNumber)} />
      </Field>
    </AskDialog>
  );
}
