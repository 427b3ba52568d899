import { ApiError, textOf } from '@orbita/client/errors.ts';
import { check } from '@orbita/domain/foundation';
import { newPasswordRules, SOCIAL_LABELS } from '@orbita/domain/identity';
import type { Answer } from '@orbita/protocol';
import { Button } from '@orbita/ui/button';
import { Check } from '@orbita/ui/check';
import { ErrorSummary } from '@orbita/ui/error-summary';
import { Notice } from '@orbita/ui/notice';
import { PageHead } from '@orbita/ui/page';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../base/api.ts';
import { useTitle } from '../../base/title.ts';
import { resetTexts as t } from '../../texts/codes.ts';
import { useSmallForm } from '../small-form.ts';
import { NewPasswordFields, type NewPasswordValues, newPasswordLabels } from './new-password-fields.tsx';

/** What a confirmed reset allows, and which other sign-in methods the account has. */
export type OpenedReset = Answer<'POST /platform/auth/password/reset-requests/{requestId}/verify'>;
export type NewPasswordStepProps = { opened: OpenedReset; onDone: () => void; onExpired: () => void };

const waysOf = ({ passkeys, providers }: OpenedReset['others']): string[] => [
  ...(passkeys > 0 ? [t.passkeys(passkeys)] : []),
  ...providers.map((provider) => t.provider(SOCIAL_LABELS[provider])),
];

/** Step 4 of S-07: names the other sign-in methods, which end unless the person keeps them. */
export function NewPasswordStep({ opened, onDone, onExpired }: NewPasswordStepProps) {
  const { resetToken, others } = opened;
  const [end, setEnd] = useState(true);
  const ways = waysOf(others);
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
      await call('POST /platform/auth/password/reset', {
        body: { resetToken, ...values, keepOthers: !end },
      });
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
        <p className="muted">{t.sessionsEnd}</p>
        {ways.length > 0 && (
          <Check name="end" checked={end} onChange={(event) => setEnd(event.target.checked)}>
            {t.endOthers(ways.join(', '))}
          </Check>
        )}
        <Button type="submit" block busy={busy && t.saving}>
          {t.save}
        </Button>
      </form>
    </>
  );
}
