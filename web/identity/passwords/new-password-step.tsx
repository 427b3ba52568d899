import { check } from '@orbita/domain/foundation';
import { newPasswordRules } from '@orbita/domain/identity';
import { useEffect, useRef } from 'react';
import { ApiError, call, textOf } from '../../app/api.ts';
import { useTitle } from '../../app/title.ts';
import { resetTexts as t } from '../../texts/codes.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page.tsx';
import { useSmallForm } from '../small-form.ts';
import { NewPasswordFields, type NewPasswordValues, newPasswordLabels } from './new-password-fields.tsx';

export type NewPasswordStepProps = { resetToken: string; onDone: () => void; onExpired: () => void };

/** Step 4 of S-07. */
export function NewPasswordStep({ resetToken, onDone, onExpired }: NewPasswordStepProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const form = useSmallForm<NewPasswordValues>(
    { newPassword: '', confirmPassword: '' },
    {
      judge: (values) => check(values, newPasswordRules(values, { askCurrent: false })),
      labels: () => newPasswordLabels,
    },
  );
  const { summary, failure, busy } = form;
  useTitle(t.passwordTitle, summary.length > 0);
  const save = async (values: NewPasswordValues) => {
    try {
      await call('POST /platform/auth/password/reset', { body: { resetToken, ...values } });
      onDone();
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'LINK_EXPIRED') throw error;
      onExpired();
    }
  };
  return (
    <>
      <PageHead title={t.passwordTitle} ref={heading} />
      <form className="stack" method="post" noValidate onSubmit={form.submit(save)}>
        <ErrorSummary errors={summary} focusOn={form.attempts} />
        {failure !== undefined && <Notice kind="danger" role="alert" title={textOf(failure)} />}
        <NewPasswordFields form={form} />
        <Button type="submit" block busy={busy && t.saving}>
          {t.save}
        </Button>
      </form>
    </>
  );
}
