import { KEPT_REASONS, type KeptReason } from '@orbita/domain/subscription';
import type { Body } from '@orbita/protocol';
import { Button, ButtonLink } from '@orbita/ui/button';
import { Empty } from '@orbita/ui/empty';
import { Field } from '@orbita/ui/field';
import { Select } from '@orbita/ui/select';
import { TextInput } from '@orbita/ui/text-input';
import { typing } from '@orbita/ui/typing.ts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { OpeningReason } from '../act/opening-reason.tsx';
import { call, textOf } from '../base/api.ts';
import { useFilters } from '../base/list.ts';
import { useMay } from '../base/me.ts';
import { keptTexts as t } from '../texts/privacy.ts';
import { showMissing } from '../ui/announce.tsx';
import { Content, Head } from '../ui/page.tsx';
import { KeptRecord } from './kept-record.tsx';

type By = Body<'POST /operations/kept-records/search'>['by'];
type Opened = { personIds: readonly number[]; reason: KeptReason };
const KINDS = Object.keys(t.kinds) as By[];

/** E-08 `/privacidade/guardados`: what the law requires to be kept about an erased person (spec 25.12). */
export default function KeptPage() {
  const may = useMay();
  const { values } = useFilters(['pessoa']);
  const personId = Number(values.pessoa);
  const [opened, setOpened] = useState<Opened>();
  const known = Number.isSafeInteger(personId) && personId > 0 ? personId : undefined;
  return (
    <Content>
      <Head
        title={t.title}
        lead={t.lead}
        actions={
          may('privacy.answer') && (
            <ButtonLink kind="outline" href="/privacidade">
              {t.back}
            </ButtonLink>
          )
        }
      />
      <KeptForm key={known} personId={known} onOpen={setOpened} />
      <div role="status">
        {opened && opened.personIds.length === 0 && (
          <Empty mark="question" title={t.none} text={t.noneHelp} />
        )}
        {opened && opened.personIds.length > 1 && <p>{t.several(opened.personIds.length)}</p>}
      </div>
      {opened?.personIds.map((id) => (
        <KeptRecord key={id} personId={id} reason={opened.reason} />
      ))}
    </Content>
  );
}

type FormProps = { personId: number | undefined; onOpen: (opened: Opened | undefined) => void };

/** Asks for the person, unless a request led here, and for the purpose: nothing is shown before both are given. */
function KeptForm({ personId, onOpen }: FormProps) {
  const [by, setBy] = useState<By>('cpf');
  const [value, setValue] = useState('');
  const [reason, setReason] = useState<KeptReason>();
  const [tried, setTried] = useState(false);
  const missing = personId === undefined && value.trim() === '';
  const search = useMutation({
    mutationFn: async (given: { by: By; value: string; reason: KeptReason }): Promise<Opened> => {
      const { data } = await call('POST /operations/kept-records/search', { body: given });
      return { personIds: data.map((one) => one.personId), reason: given.reason };
    },
    onSuccess: onOpen,
  });
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    onOpen(undefined);
    if (missing)
      showMissing(event.currentTarget.querySelector<HTMLElement>('input:not([type=radio])'), t.missing);
    else if (!reason)
      showMissing(event.currentTarget.querySelector<HTMLElement>('[type=radio]'), t.reasonMissing);
    else if (personId !== undefined) onOpen({ personIds: [personId], reason });
    else if (!search.isPending) search.mutate({ by, value: value.trim(), reason });
  };
  return (
    <form className="stack" aria-label={t.title} onSubmit={send} noValidate>
      {personId === undefined && (
        <>
          <Field label={t.by}>
            <Select
              value={by}
              options={KINDS.map((one) => ({ value: one, label: t.kinds[one] }))}
              onChange={(event) => setBy(KINDS.find((one) => one === event.currentTarget.value) ?? 'cpf')}
            />
          </Field>
          <Field
            label={t.value}
            error={tried && missing ? t.missing : search.error ? textOf(search.error) : undefined}
          >
            <TextInput autoComplete="off" maxLength={40} {...typing(value, setValue)} />
          </Field>
        </>
      )}
      <OpeningReason
        reasons={KEPT_REASONS}
        reason={reason}
        legend={t.reason}
        error={tried && !reason && t.reasonMissing}
        onChange={setReason}
      />
      <p className="muted">{t.audited}</p>
      <div className="row">
        <Button type="submit" busy={search.isPending && t.searching}>
          {personId === undefined ? t.search : t.open}
        </Button>
      </div>
    </form>
  );
}
