import { ActionBar } from '@orbita/ui/action-bar';
import { Button } from '@orbita/ui/button';
import { ErrorSummary } from '@orbita/ui/error-summary';
import { LinkAction } from '@orbita/ui/link-action';
import { PageHead } from '@orbita/ui/page';
import { type ReactNode, useId } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { DomainForm } from '../base/form.ts';
import { StepFrame, type StepFrameProps } from './step-frame.tsx';

type StepFormProps<V extends FieldValues> = Pick<StepFrameProps, 'subscription' | 'steps'> & {
  title: string;
  lead: string;
  /** Above the title: the current position, or a way back. */
  above?: ReactNode;
  form: DomainForm<V>;
  send: (values: V) => Promise<unknown>;
  action: string;
  /** Text of the button while the answer is awaited. */
  busy: string;
  /** Why the last attempt failed. */
  failure: ReactNode;
  /** Fields are in groups with their own headings. */
  grouped?: boolean;
  /** Below the form's button, or above it if the button sticks to the end of the page. */
  below?: ReactNode;
  children: ReactNode;
};

/** A step that is a single form: head, errors, fields, and one button that stays in view. */
export function StepForm<V extends FieldValues>(props: StepFormProps<V>) {
  const { subscription, steps, title, lead, above, form, send, action, busy, failure, grouped, below } =
    props;
  const id = useId();
  return (
    <StepFrame
      subscription={subscription}
      steps={steps}
      bar={
        <ActionBar sticky>
          {failure}
          <Button block type="submit" form={id} busy={form.busy && busy}>
            {action}
          </Button>
        </ActionBar>
      }
      other={below}
    >
      <div className="stack stack--tight">
        {above}
        <PageHead title={title} lead={lead} />
      </div>
      <form
        className={grouped ? 'stack stack--section' : 'stack'}
        id={id}
        noValidate
        onSubmit={form.submit(send)}
      >
        <ErrorSummary errors={form.summary} focusOn={form.attempts} />
        {props.children}
      </form>
    </StepFrame>
  );
}

/** The way back to what is already arranged, without a change. */
export function BackAction({ onBack, children }: { onBack: (() => void) | undefined; children: ReactNode }) {
  return (
    onBack && (
      <div>
        <LinkAction onClick={onBack}>{children}</LinkAction>
      </div>
    )
  );
}
