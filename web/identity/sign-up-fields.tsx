import { passwordChecklist } from '@orbita/domain/identity';
import { countries, PERSONAL_LABELS, SOCIAL_NAME_HELP } from '@orbita/domain/person';
import { Check } from '@orbita/ui/check';
import { dateMask } from '@orbita/ui/date-masks.ts';
import { Field } from '@orbita/ui/field';
import { MaskedInput } from '@orbita/ui/masked-input';
import { PasswordInput } from '@orbita/ui/password-input';
import { phoneMask } from '@orbita/ui/phone-mask.ts';
import { RulesList } from '@orbita/ui/rules-list';
import { Select } from '@orbita/ui/select';
import { TextInput } from '@orbita/ui/text-input';
import { useState } from 'react';
import { settings } from '../base/settings.ts';
import { EmailInput } from '../person/email-input.tsx';
import { identityTexts } from '../texts/identity.ts';
import { signUpTexts as t } from '../texts/sign-up.ts';
import { DocumentField } from './document-field.tsx';
import { PrivacyDialog } from './privacy-dialog.tsx';
import type { SignUpValues } from './sign-up-values.ts';
import type { SmallForm } from './small-form.ts';

type Props = { form: SmallForm<SignUpValues> };
type TextName = {
  [K in keyof SignUpValues]: SignUpValues[K] extends string
    ? string extends SignUpValues[K]
      ? K
      : never
    : never;
}[keyof SignUpValues];

/** Name, value and change of a text control. */
const control = ({ values, set }: SmallForm<SignUpValues>, name: TextName) => ({
  name,
  value: values[name],
  onChange: (event: { target: { value: string } }) => set(name, event.target.value),
});

/** Who the person is. */
export function WhoFields({ form }: Props) {
  const { values, set, field } = form;
  return (
    <div className="stack">
      <DocumentField
        type={values.documentType}
        value={values.document}
        error={field('document').error}
        onType={(documentType) => set('documentType', documentType)}
        onValue={(document) => set('document', document)}
      />
      <Field {...field('name')} label={t.name}>
        <TextInput autoComplete="name" {...control(form, 'name')} />
      </Field>
      {values.documentType !== 'cpf' && (
        <Check
          name="singleName"
          checked={values.singleName}
          onChange={(event) => set('singleName', event.target.checked)}
        >
          {PERSONAL_LABELS.singleName}
        </Check>
      )}
      <Field {...field('socialName')} label={t.socialName} hint={SOCIAL_NAME_HELP} optional>
        <TextInput autoComplete="nickname" {...control(form, 'socialName')} />
      </Field>
      <Field {...field('birthDate')} label={t.birthDate}>
        <MaskedInput
          mask={dateMask}
          autoComplete="bday"
          placeholder={t.dateExample}
          {...control(form, 'birthDate')}
        />
      </Field>
      {values.documentType !== 'cpf' && (
        <Field {...field('nationality')} label={t.nationality}>
          <Select
            autoComplete="country"
            placeholder={t.select}
            options={countries().map(({ code, name }) => ({ value: code, label: name }))}
            {...control(form, 'nationality')}
          />
        </Field>
      )}
    </div>
  );
}

/** How to reach the person. */
export function ContactFields({ form }: Props) {
  const { field } = form;
  return (
    <div className="stack">
      <Field {...field('email')} label={t.email}>
        <EmailInput {...control(form, 'email')} />
      </Field>
      <Field {...field('cellPhone')} label={t.cellPhone} hint={t.cellPhoneHint}>
        <MaskedInput mask={phoneMask} autoComplete="tel" {...control(form, 'cellPhone')} />
      </Field>
    </div>
  );
}

/** Password with its rules shown, and its repetition. */
export function PasswordFields({ form }: Props) {
  const { values, field } = form;
  const rules = passwordChecklist(values.password).map(({ label, done }) => ({ text: label, met: done }));
  return (
    <div className="stack">
      <Field {...field('password')} label={identityTexts.password}>
        <PasswordInput autoComplete="new-password" {...control(form, 'password')} />
      </Field>
      <RulesList label={t.passwordRules} rules={rules} />
      <Field {...field('confirmPassword')} label={t.confirmPassword}>
        <PasswordInput
          what={t.confirmation}
          autoComplete="new-password"
          {...control(form, 'confirmPassword')}
        />
      </Field>
    </div>
  );
}

/** The notice that must be read and the newsletter that may be wanted; the latter is never offered to minors (spec 5.1). */
export function ConsentFields({ form, minor }: Props & { minor: boolean }) {
  const { values, set, field } = form;
  const [reading, setReading] = useState(false);
  return (
    <div>
      <Check
        {...field('privacyAccepted')}
        name="privacyAccepted"
        checked={values.privacyAccepted}
        onChange={(event) => set('privacyAccepted', event.target.checked)}
      >
        {t.privacyBefore}
        {/* biome-ignore lint/a11y/useValidAnchor: the notice is a link to people (spec 5.3), opened in place */}
        <a
          href="#aviso-de-privacidade"
          onClick={(event) => {
            event.preventDefault();
            setReading(true);
          }}
        >
          {t.privacyLink}
        </a>
      </Check>
      {!minor && (
        <Check
          name="marketingConsent"
          checked={values.marketingConsent}
          onChange={(event) => set('marketingConsent', event.target.checked)}
        >
          {t.marketing} <span className="muted">{t.optional}</span>
        </Check>
      )}
      {settings.whatsapp && (
        <Check
          name="whatsappConsent"
          checked={values.whatsappConsent}
          onChange={(event) => set('whatsappConsent', event.target.checked)}
        >
          {t.whatsapp} <span className="muted">{t.optional}</span>
        </Check>
      )}
      {reading && <PrivacyDialog onClose={() => setReading(false)} />}
    </div>
  );
}
