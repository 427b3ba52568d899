import { passwordChecklist } from '@orbita/domain/identity';
import { Field } from '@orbita/ui/field';
import { PasswordInput } from '@orbita/ui/password-input';
import { RulesList } from '@orbita/ui/rules-list';
import { resetTexts as t } from '../../texts/codes.ts';
import { signUpTexts } from '../../texts/sign-up.ts';
import type { SmallForm } from '../small-form.ts';

export type NewPasswordValues = { newPassword: string; confirmPassword: string };

export const newPasswordLabels: Record<string, string> = {
  newPassword: t.newPassword,
  confirmPassword: t.confirmPassword,
};

/** A new password with its rules shown, and its repetition. */
export function NewPasswordFields<V extends NewPasswordValues>({ form }: { form: SmallForm<V> }) {
  const { values, field } = form;
  const rules = passwordChecklist(values.newPassword).map(({ label, done }) => ({ text: label, met: done }));
  const change = (name: keyof NewPasswordValues) => (event: { target: { value: string } }) =>
    form.set(name, event.target.value as V[typeof name]);
  return (
    <div className="stack">
      <Field {...field('newPassword')} label={t.newPassword}>
        <PasswordInput
          name="newPassword"
          what={t.shown.new}
          autoComplete="new-password"
          value={values.newPassword}
          onChange={change('newPassword')}
        />
      </Field>
      <RulesList label={signUpTexts.passwordRules} rules={rules} />
      <Field {...field('confirmPassword')} label={t.confirmPassword}>
        <PasswordInput
          name="confirmPassword"
          what={signUpTexts.confirmation}
          autoComplete="new-password"
          value={values.confirmPassword}
          onChange={change('confirmPassword')}
        />
      </Field>
    </div>
  );
}
