import { textOf } from '@orbita/client/errors.ts';
import { check, type FieldError } from '@orbita/domain/foundation';
import { newPasswordRules } from '@orbita/domain/identity';
import { Button } from '@orbita/ui/button';
import { ErrorSummary } from '@orbita/ui/error-summary';
import { Field } from '@orbita/ui/field';
import { Notice } from '@orbita/ui/notice';
import { Page, PageHead } from '@orbita/ui/page';
import { PasswordInput } from '@orbita/ui/password-input';
import { LoadingForm } from '@orbita/ui/skeleton';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../base/api.ts';
import { checkQuery } from '../../base/guard.ts';
import { useTitle } from '../../base/title.ts';
import { PortalLayout } from '../../subscription/portal-layout.tsx';
import { resetTexts, changePasswordTexts as t } from '../../texts/codes.ts';
import { PasskeySection } from '../passkeys/passkey-section.tsx';
import { NewPasswordFields, newPasswordLabels } from '../passwords/new-password-fields.tsx';
import { useSmallForm } from '../small-form.ts';

type Values = { currentPassword: string; newPassword: string; confirmPassword: string };
const BLANK: Values = { currentPassword: '', newPassword: '', confirmPassword: '' };

const judge =
  (hasPassword: boolean) =>
  (values: Values): FieldError[] =>
    check(values, newPasswordRules(values, { askCurrent: hasPassword }));

/** S-08: a new password; setting a first one requires a proof of identity (spec 5.5). */
export default function ChangePasswordPage() {
  const person = useQuery(checkQuery);
  const [done, setDone] = useState(0);
  useTitle(t.title);
  const has = person.data?.payloadToken.hasPassword;
  return (
    <PortalLayout>
      <Page width="task">
        <PageHead title={t.title} lead={has === false ? t.leadCode : t.lead} />
        {done > 0 && <Notice kind="success" role="status" title={t.done} />}
        {has === undefined ? (
          <LoadingForm fields={3} />
        ) : (
          <ChangeForm key={done} hasPassword={has} onDone={() => setDone(done + 1)} />
        )}
        <PasskeySection />
      </Page>
    </PortalLayout>
  );
}

function ChangeForm({ hasPassword, onDone }: { hasPassword: boolean; onDone: () => void }) {
  const client = useQueryClient();
  const form = useSmallForm<Values>(BLANK, {
    judge: judge(hasPassword),
    labels: () => ({ ...newPasswordLabels, currentPassword: t.current }),
  });
  const { values, set, field, summary, failure, busy } = form;
  useTitle(t.title, summary.length > 0);
  const save = async ({ currentPassword, newPassword, confirmPassword }: Values) => {
    await call('PUT /platform/auth/password', {
      body: {
        newPassword,
        confirmPassword,
        ...(hasPassword ? { currentPassword } : {}),
      },
    });
    await client.invalidateQueries({ queryKey: checkQuery.queryKey });
    onDone();
  };
  return (
    <form className="stack" method="post" noValidate onSubmit={form.submit(save)}>
      <ErrorSummary errors={summary} focusOn={form.attempts} />
      {failure !== undefined && <Notice kind="danger" role="alert" title={textOf(failure)} />}
      {hasPassword && (
        <Field {...field('currentPassword')} label={t.current}>
          <PasswordInput
            name="currentPassword"
            what={resetTexts.shown.current}
            autoComplete="current-password"
            value={values.currentPassword}
            onChange={(event) => set('currentPassword', event.target.value)}
          />
        </Field>
      )}
      <NewPasswordFields form={form} />
      <Button type="submit" block busy={busy && t.saving}>
        {t.save}
      </Button>
    </form>
  );
}
