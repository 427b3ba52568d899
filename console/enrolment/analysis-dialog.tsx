import { Choice, Choices } from '@orbita/ui/choice';
import { Field } from '@orbita/ui/field';
import { TextInput } from '@orbita/ui/text-input';
import { useState } from 'react';
import { ActDialog } from '../act/act-dialog.tsx';
import { Awaited } from '../act/loading-act.tsx';
import { previewOf } from '../act/preview.ts';
import type { ActProps } from '../act/props.ts';
import { useDisciplines } from '../act/queries.ts';
import { useAct } from '../act/use-act.ts';
import { call } from '../base/api.ts';
import { acts } from '../texts/subscription-acts.ts';
import { analysisTexts as t } from '../texts/subscription-behalf.ts';

const LAST_TERM = 20;

/** The result of a transfer's analysis: TR-20 when it is favourable and every document is approved (spec 9.3). */
export function AnalysisDialog(props: ActProps) {
  const { application, onClose } = props;
  const { id, version } = application;
  const { data, error, refetch } = useDisciplines(id);
  const [favourable, setFavourable] = useState<boolean>();
  const [accepted, setAccepted] = useState<readonly string[]>([]);
  const [term, setTerm] = useState('');
  const [tried, setTried] = useState(false);
  const wrongTerm = term !== '' && (!/^\d{1,2}$/.test(term) || Number(term) < 1 || Number(term) > LAST_TERM);
  const onDone = () =>
    favourable ? props.onDone() : props.onOutcome({ kind: 'warning', text: t.refuseNext });
  const record = useAct({ application, onDone }, (found: boolean) =>
    call('POST /operations/subscriptions/{id}/discipline-analysis', {
      params: { id },
      body: {
        favourable: found,
        accepted: found ? [...accepted] : [],
        term: term ? Number(term) : null,
        version,
      },
    }),
  );
  const send = () => {
    setTried(true);
    if (favourable !== undefined && !wrongTerm) record.mutate(favourable);
  };
  const toggle = (code: string) =>
    setAccepted(accepted.includes(code) ? accepted.filter((one) => one !== code) : [...accepted, code]);
  return (
    <ActDialog
      title={t.title}
      verb={acts['analyse-disciplines'].verb}
      busy={record.isPending && acts['analyse-disciplines'].busy}
      error={record.error}
      happens={favourable === false ? t.happensNot : t.happens}
      message={favourable ? previewOf('N-09', application) : t.message}
      onClose={onClose}
      onSend={send}
    >
      <Choices
        legend={<span className="field__label">{t.result}</span>}
        error={tried && favourable === undefined ? t.resultMissing : undefined}
      >
        <Choice
          name="result"
          checked={favourable === true}
          onChange={() => setFavourable(true)}
          title={t.favourable}
        />
        <Choice
          name="result"
          checked={favourable === false}
          onChange={() => setFavourable(false)}
          title={t.unfavourable}
        />
      </Choices>
      {!data && <Awaited label={t.loading} error={error} onRetry={() => refetch()} />}
      {data && favourable && (
        <Choices legend={<span className="field__label">{t.accepted}</span>}>
          {data.disciplines.map(({ code, name }) => (
            <Choice
              key={code}
              several
              name="accepted"
              checked={accepted.includes(code)}
              onChange={() => toggle(code)}
              title={name}
            />
          ))}
        </Choices>
      )}
      {favourable && (
        <Field label={t.term} optional error={wrongTerm ? t.termWrong : undefined}>
          <TextInput
            inputMode="numeric"
            maxLength={2}
            value={term}
            onChange={(event) => setTerm(event.currentTarget.value.trim())}
          />
        </Field>
      )}
    </ActDialog>
  );
}
