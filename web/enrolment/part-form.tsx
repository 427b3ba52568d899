import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { FailureNotice } from '../base/failure-notice.tsx';
import type { DomainForm } from '../base/form.ts';
import { useTitle } from '../base/title.ts';
import { StepForm } from '../subscription/step-form.tsx';
import { enrolmentTexts as t } from '../texts/enrolment.ts';
import { BackLink } from './back-link.tsx';
import type { PartProps } from './part-props.ts';
import type { Part } from './way.ts';

type PartFormProps<V extends FieldValues> = {
  part: PartProps;
  step: Part;
  title: string;
  lead: string;
  form: DomainForm<V>;
  send: (values: V) => Promise<unknown>;
  children: ReactNode;
};

/** Frame of a part that is filled in: position, errors, fields, one button. */
export function PartForm<V extends FieldValues>(props: PartFormProps<V>) {
  const { part, step, title, lead, form, send, children } = props;
  useTitle(title, form.summary.length > 0);
  return (
    <StepForm
      subscription={part.subscription}
      steps={part.steps}
      title={title}
      lead={lead}
      above={<BackLink part={part} step={step} />}
      form={form}
      send={send}
      action={t.save}
      busy={t.saving}
      failure={<FailureNotice error={form.failure} title={t.saveFailed} />}
      grouped
    >
      {children}
    </StepForm>
  );
}
