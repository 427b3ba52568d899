import { Page } from '@orbita/ui/page';
import { LoadingForm } from '@orbita/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { StepProps } from '../subscription/step-props.ts';
import { questionnaireTexts as t } from '../texts/admission.ts';
import { CheckPage } from './check-page.tsx';
import type { Questionnaire } from './queries.ts';
import { QuestionnaireForm } from './questionnaire-form.tsx';
import { openQuestionnaire, useQuestionnaire } from './use-questionnaire.ts';

const PART = 'etapa';
const CHECK = 'conferir';

/** S-21: the questionnaire, filled in section by section, checked and sent. */
export default function QuestionnaireStep(props: StepProps) {
  const { id } = props.subscription;
  const { data, error } = useQuery({
    queryKey: ['questionnaire', id],
    queryFn: () => openQuestionnaire(id),
    // Fetched once; from then on the page has the newest version.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (error) throw error;
  if (data) return <Filled {...props} questionnaire={data} />;
  return (
    <Page width="task">
      <LoadingForm label={t.loading} fields={5} />
    </Page>
  );
}

function Filled({
  subscription,
  steps,
  reload,
  questionnaire,
}: StepProps & { questionnaire: Questionnaire }) {
  const [parameters, setParameters] = useSearchParams();
  const checking = parameters.get(PART) === CHECK;
  const [checked, setChecked] = useState(checking);
  const [target, setTarget] = useState<string | null>(null);
  const sections = useQuestionnaire(subscription.id, questionnaire, () => void reload());
  const shown = { subscription, steps, sections };
  if (checking) {
    return (
      <CheckPage
        {...shown}
        onOpen={(id) => {
          setTarget(id);
          setParameters({});
        }}
        onSent={async () => {
          await reload();
          setParameters({}, { replace: true, preventScrollReset: true });
        }}
      />
    );
  }
  return (
    <QuestionnaireForm
      {...shown}
      whole={checked}
      target={target}
      onReview={() => {
        setChecked(true);
        setTarget(null);
        setParameters({ [PART]: CHECK });
      }}
    />
  );
}
