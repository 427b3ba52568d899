import { type ReactNode, useId } from 'react';
import type { FieldValues } from 'react-hook-form';
import { ApiError } from '../app/api.ts';
import type { DomainForm } from '../app/form.ts';
import { useTitle } from '../app/title.ts';
import { StepFrame } from '../subscription/step-frame.tsx';
import { enrolmentTexts as t } from '../texts/enrolment.ts';
import { ActionBar } from '../ui/action-bar.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { LinkAction } from '../ui/link-action.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageHead } from '../ui/page.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import type { PartProps } from './data-step.tsx';
import { type Part, partPath, partsOf } from './way.ts';

type PartFormProps<V extends FieldValues> = {
  part: PartProps;
  step: Part;
  title: string;
  lead: string;
  form: DomainForm<V>;
  send: (values: V) => Promise<unknown>;
  children: ReactNode;
};

/** Frame of a part that is filled in: where one is, what is wrong, the fields, one button. */
export function PartForm<V extends FieldValues>(props: PartFormProps<V>) {
  const { part, step, title, lead, form, send, children } = props;
  const id = useId();
  useTitle(title, form.summary.length > 0);
  return (
    <StepFrame
      subscription={part.subscription}
      steps={part.steps}
      bar={
        <ActionBar sticky>
          <SaveFailure error={form.failure} />
          <Button block type="submit" form={id} busy={form.busy && t.saving}>
            {t.save}
          </Button>
        </ActionBar>
      }
    >
      <div className="stack stack--tight">
        <BackLink part={part} step={step} />
        <PageHead title={title} lead={lead} />
      </div>
      <form className="stack stack--section" id={id} noValidate onSubmit={form.submit(send)}>
        <ErrorSummary errors={form.summary} focusOn={form.attempts} />
        {children}
      </form>
    </StepFrame>
  );
}

/** Position among the parts, and the link to the previous one. */
export function BackLink({ part, step }: { part: Pick<PartProps, 'data' | 'subscription'>; step: Part }) {
  const parts = partsOf(part.data);
  const at = parts.findIndex((one) => one.step === step);
  const before = parts[at - 1];
  return (
    <div className="row row--between row--close">
      <span className="small muted">{t.position(at + 1, parts.length)}</span>
      {before && (
        <LinkAction href={partPath(part.subscription, before.step)}>
          <span>
            {t.back}
            <VisuallyHidden>{t.backTo(before.label)}</VisuallyHidden>
          </span>
        </LinkAction>
      )}
    </div>
  );
}

/** Error message; typed values stay. A refusal shows its reason too. */
function SaveFailure({ error }: { error: unknown }) {
  if (error === undefined) return null;
  const reason = error instanceof ApiError && error.status < 500 ? error.message : undefined;
  return (
    <Notice kind="danger" role="alert" title={t.saveFailed}>
      {reason}
    </Notice>
  );
}
