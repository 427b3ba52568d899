import { Field, FieldError } from '@orbita/ui/field';
import { Segmented } from '@orbita/ui/segmented';
import { TextInput } from '@orbita/ui/text-input';
import { typing } from '@orbita/ui/typing.ts';
import { useState } from 'react';
import { waitingIn } from '../approval/asked.tsx';
import type { Approval } from '../approval/state.tsx';
import { call } from '../base/api.ts';
import { Confirm } from '../base/confirm.tsx';
import { privacyRequestTexts as t } from '../texts/privacy.ts';
import { showMissing } from '../ui/announce.tsx';
import { LongText } from '../ui/long-text.tsx';
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
  return (
    <Confirm
      title={t.take}
      yes={t.take}
      busy={t.taking}
      run={() =>
        call('POST /operations/privacy-requests/{id}/decision', {
          params: { id: request.id },
          body: { decision: 'taken' },
        })
      }
      onDone={() => onDone(t.took)}
      onClose={onClose}
    >
      <p>{t.title(request.person.name, request.id)}</p>
    </Confirm>
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
  return (
    <Confirm
      title={words.title}
      yes={words.yes}
      busy={words.busy}
      run={() =>
        call('POST /operations/privacy-requests/{id}/decision', {
          params: { id: request.id },
          body:
            act === 'reply'
              ? { decision: 'concluded', answer: text.trim() }
              : { decision: 'denied', reason: text.trim() },
        })
      }
      onDone={() => onDone(words.done)}
      onClose={onClose}
      ready={() => {
        setTried(true);
        if (missing) showMissing(find('textarea'), words.missing);
        return !missing;
      }}
    >
      <LongText
        label={words.field}
        hint={words.hint}
        error={tried && missing ? words.missing : undefined}
        rows={5}
        most={words.most}
        value={text}
        onType={setText}
      />
    </Confirm>
  );
}

function JudgeDialog({ request, onClose, onDone }: Props) {
  const [outcome, setOutcome] = useState<'granted' | 'upheld'>();
  const [answer, setAnswer] = useState('');
  const [tried, setTried] = useState(false);
  const missing = answer.trim() === '';
  return (
    <Confirm
      title={t.judgeTitle}
      yes={t.judge}
      busy={t.judging}
      run={() =>
        call('POST /operations/privacy-requests/{id}/review', {
          params: { id: request.id },
          body: { ...(outcome ? { outcome } : {}), answer: answer.trim() },
        })
      }
      onDone={() => onDone(t.judged)}
      onClose={onClose}
      ready={() => {
        setTried(true);
        if (!outcome) showMissing(find('[type=radio]'), t.outcomeMissing);
        else if (missing) showMissing(find('textarea'), t.replyMissing);
        return outcome !== undefined && !missing;
      }}
    >
      <div className="stack">
        <Segmented
          legend={t.outcome}
          value={outcome ?? ''}
          options={(['granted', 'upheld'] as const).map((one) => ({ value: one, label: t.outcomes[one] }))}
          onChange={(event) => setOutcome(event.currentTarget.value === 'granted' ? 'granted' : 'upheld')}
        />
        {tried && !outcome && <FieldError>{t.outcomeMissing}</FieldError>}
        <LongText
          label={t.replyField}
          hint={t.replyHint}
          error={tried && missing ? t.replyMissing : undefined}
          rows={5}
          most={ANSWER_MOST}
          value={answer}
          onType={setAnswer}
        />
      </div>
    </Confirm>
  );
}

/** Requests an erasure, which a second person must approve; the number is typed, so that no single press does it. */
function EraseDialog({ request, onClose, onDone }: Props) {
  const [number, setNumber] = useState('');
  const [tried, setTried] = useState(false);
  const wrong = number.trim() !== String(request.id);
  return (
    <Confirm
      title={t.eraseTitle}
      yes={t.erase}
      busy={t.asking}
      run={() =>
        call('POST /operations/privacy-requests/{id}/decision', {
          params: { id: request.id },
          body: { decision: 'concluded' },
        })
      }
      onDone={(answer) => onDone(t.replied, waitingIn(answer))}
      onClose={onClose}
      ready={() => {
        setTried(true);
        if (wrong) showMissing(find('input'), t.eraseWrong);
        return !wrong;
      }}
    >
      <p>{t.eraseHelp}</p>
      <Field label={t.eraseNumber(request.id)} error={tried && wrong ? t.eraseWrong : undefined}>
        <TextInput code inputMode="numeric" autoComplete="off" {...typing(number, setNumber)} />
      </Field>
    </Confirm>
  );
}
