import {
  draftErrors,
  draftOf,
  emptyValues,
  fewestRows,
  keptOf,
  rowsOf,
  SECTIONS,
  type SectionDraft,
  wholeErrors,
} from '@orbita/domain/admission';
import type { Answer } from '@orbita/protocol';
import { Button } from '@orbita/ui/button';
import { Field } from '@orbita/ui/field';
import { Notice } from '@orbita/ui/notice';
import { Select } from '@orbita/ui/select';
import { typing } from '@orbita/ui/typing.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ActDialog } from '../act/act-dialog.tsx';
import { LoadingAct } from '../act/loading-act.tsx';
import type { ActProps } from '../act/props.ts';
import { useReload } from '../act/queries.ts';
import { useReason } from '../act/reason-field.tsx';
import { RowFields } from '../act/row-fields.tsx';
import { useAct } from '../act/use-act.ts';
import { call } from '../base/api.ts';
import { acts } from '../texts/subscription-acts.ts';
import { questionnaireTexts as t } from '../texts/subscription-behalf.ts';

type Questionnaire = Answer<'GET /operations/subscriptions/{id}/questionnaire'>;
type Section = Questionnaire['sections'][number];

const useQuestionnaire = (id: number) =>
  useQuery({
    queryKey: ['application', 'questionnaire', id],
    queryFn: ({ signal }) =>
      call('GET /operations/subscriptions/{id}/questionnaire', { params: { id }, signal }),
    staleTime: 0,
    gcTime: 0,
  });

/** An optional section is complete even when empty. */
const stateOf = ({ complete, rows }: Section) =>
  complete ? (rows.length > 0 ? 'done' : 'empty') : 'missing';

/** Saved rows, plus blank ones up to the section's minimum. */
function started({ key, mandatory, rows }: Section): SectionDraft {
  const known = draftOf(key, rows);
  const least = Math.max(fewestRows({ key, mandatory }), SECTIONS[key].max === 1 ? 1 : 0);
  return [...known, ...Array.from({ length: Math.max(0, least - known.length) }, () => emptyValues(key))];
}

/** Answers the questionnaire on the candidate's behalf, section by section, and submits it (spec 11.3, 25.6.2). */
export function QuestionnaireDialog(props: ActProps) {
  const { data, error, refetch } = useQuestionnaire(props.application.id);
  if (data) return <Form {...props} asked={data} again={refetch} />;
  return (
    <LoadingAct
      title={t.title}
      verb={t.save}
      happens={t.happens}
      message={t.message}
      label={t.loading}
      error={error}
      onRetry={() => refetch()}
      onClose={props.onClose}
    />
  );
}

/** The option that submits everything, beside the keys of the sections. */
const ALL = 'all';

function Form({
  asked,
  again,
  ...props
}: ActProps & { asked: Questionnaire; again: () => Promise<unknown> }) {
  const { id } = props.application;
  const reload = useReload(id);
  const [part, setPart] = useState<string>(
    () => asked.sections.find(({ complete, mandatory }) => mandatory && !complete)?.key ?? ALL,
  );
  const section = asked.sections.find(({ key }) => key === part);
  const [draft, setDraft] = useState<SectionDraft>(() => (section ? started(section) : []));
  const [said, setSaid] = useState<string>();
  const [tried, setTried] = useState(false);
  const reason = useReason();
  const choose = (next: string, from: Questionnaire = asked) => {
    const chosen = from.sections.find(({ key }) => key === next);
    setPart(next);
    setDraft(chosen ? started(chosen) : []);
    setTried(false);
  };
  const save = useMutation({
    mutationFn: ({ of, given }: { of: Section; given: string }) =>
      call('PUT /operations/subscriptions/{id}/questionnaire/sections/{key}', {
        params: { id, key: of.key },
        body: { rows: keptOf(of.key, draft), revision: of.revision, reason: given },
      }),
    onSuccess: async ({ label, complete }) => {
      await Promise.all([again(), reload()]);
      setSaid(complete ? t.saved(label) : t.savedPart(label));
      setTried(!complete);
    },
    // Somebody else may have saved meanwhile; typed values stay.
    onError: () => void again(),
  });
  const submit = useAct(props, (given: string) =>
    call('POST /operations/subscriptions/{id}/questionnaire/submit', {
      params: { id },
      body: { reason: given },
    }),
  );
  const problems = section ? draftErrors(section.key, rowsOf(section.key, draft), asked.years) : [];
  // Missing answers do not prevent a draft; they are shown beside the errors.
  const shown = section ? wholeErrors(section, rowsOf(section.key, draft), asked.years) : [];
  const send = () => {
    setTried(true);
    setSaid(undefined);
    const given = reason.take();
    if (!given) return;
    if (!section) submit.mutate(given);
    else if (problems.length === 0) save.mutate({ of: section, given });
  };
  const busy = (save.isPending && t.saving) || (submit.isPending && acts['answer-questionnaire'].busy);
  const most = section ? SECTIONS[section.key].max : 0;
  return (
    <ActDialog
      title={t.title}
      verb={section ? t.save : acts['answer-questionnaire'].verb}
      busy={busy}
      error={save.error ?? submit.error}
      happens={section ? t.happens : t.happensSent}
      message={t.message}
      onClose={props.onClose}
      onSend={send}
    >
      {asked.comment && (
        <Notice kind="warning" title={t.returned}>
          {asked.comment}
        </Notice>
      )}
      <Field label={t.part}>
        <Select
          options={[
            ...asked.sections.map((one) => ({ value: one.key, label: t.section(one.label, stateOf(one)) })),
            { value: ALL, label: t.all },
          ]}
          {...typing(part, choose)}
        />
      </Field>
      {section &&
        draft.map((values, at) => (
          <RowFields
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name of their own, and stand where they stand
            key={`${section.key}-${at}`}
            name={t.row(section.label, at + 1)}
            fields={SECTIONS[section.key].fields}
            values={values}
            problemOf={(field) =>
              tried ? shown.find((one) => one.field === `rows.${at}.${field}`)?.message : undefined
            }
            onChange={(next) => setDraft(draft.map((one, place) => (place === at ? next : one)))}
            onRemove={most > 1 ? () => setDraft(draft.filter((_, place) => place !== at)) : undefined}
          />
        ))}
      {section && draft.length < most && (
        <div>
          <Button kind="outline" small onClick={() => setDraft([...draft, emptyValues(section.key)])}>
            {t.add}
          </Button>
        </div>
      )}
      {said && (
        <p className="meta" role="status">
          {said}
        </p>
      )}
      {reason.field}
    </ActDialog>
  );
}
