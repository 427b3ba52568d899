import { GUARDIAN_LABELS, GUARDIAN_TEXTS, RELATIONSHIPS } from '@orbita/domain/enrolment';
import { isSingleName } from '@orbita/domain/foundation';
import { Check } from '@orbita/ui/check';
import { dateMask } from '@orbita/ui/date-masks.ts';
import { Field } from '@orbita/ui/field';
import { Group } from '@orbita/ui/group';
import { MaskedInput } from '@orbita/ui/masked-input';
import { cpfMask } from '@orbita/ui/masks.ts';
import { Notice } from '@orbita/ui/notice';
import { phoneMask } from '@orbita/ui/phone-mask.ts';
import { Select } from '@orbita/ui/select';
import { TextInput } from '@orbita/ui/text-input';
import { call } from '../../base/api.ts';
import { useDomainForm } from '../../base/form.ts';
import { today } from '../../base/today.ts';
import { EmailInput } from '../../person/email-input.tsx';
import { HomeGroup } from '../../person/home-group.tsx';
import { useUfOf } from '../../person/queries.ts';
import { enrolmentTexts as t } from '../../texts/enrolment.ts';
import { personTexts } from '../../texts/person.ts';
import {
  atItsField,
  type GuardianValues,
  guardianBody,
  guardianLabels,
  guardianProblems,
  guardianValues,
} from '../guardian-form.ts';
import { PartForm } from '../part-form.tsx';
import type { PartProps } from '../part-props.ts';
import { useSaved } from './use-saved.ts';

const relationships = RELATIONSHIPS.map(({ code, label }) => ({ value: code, label }));

/** S-25: the legal guardian of a candidate under 18. */
export function GuardianPart(props: PartProps) {
  const { subscription, person, data } = props;
  const saved = useSaved(props, 'guardian');
  const ufOf = useUfOf();
  const candidate = {
    cpf: person.documentType === 'cpf' ? person.document : person.cpf,
    email: person.email,
    cellPhone: person.cellPhone,
  };
  const form = useDomainForm<GuardianValues>(
    (values) =>
      guardianProblems(values, {
        today: today(),
        candidate,
        uf: ufOf(values.personAddress.stateId),
      }),
    guardianValues(data.guardian),
    { labels: guardianLabels },
  );
  const { register, field } = form;
  const named = (name: keyof typeof GUARDIAN_LABELS) => ({ ...field(name), label: GUARDIAN_LABELS[name] });

  const send = async (values: GuardianValues) => {
    try {
      await call('PUT /candidate/subscriptions/{id}/guardian', {
        params: { id: subscription.id },
        body: guardianBody(values),
      });
    } catch (error) {
      throw atItsField(error);
    }
    await saved();
  };
  return (
    <PartForm
      part={props}
      step="guardian"
      title={t.guardianTitle}
      lead={GUARDIAN_TEXTS.banner}
      form={form}
      send={send}
    >
      {subscription.underageWarning && <Notice kind="info">{t.guardianCode}</Notice>}
      <Group title={t.guardianWho}>
        <Field {...named('relationship')}>
          <Select placeholder={t.select} options={relationships} {...register('relationship')} />
        </Field>
        <Field {...named('name')}>
          <TextInput autoComplete="off" {...register('name')} />
        </Field>
        {isSingleName(form.form.watch('name')) && (form.form.watch('singleName') || field('name').error) && (
          <Check {...register('singleName', { deps: 'name' })}>{GUARDIAN_LABELS.singleName}</Check>
        )}
        <div className="cols-2">
          <Field {...named('cpf')}>
            <MaskedInput mask={cpfMask} autoComplete="off" {...register('cpf')} />
          </Field>
          <Field {...named('birthDate')}>
            <MaskedInput
              mask={dateMask}
              autoComplete="off"
              placeholder={personTexts.dateExample}
              {...register('birthDate')}
            />
          </Field>
        </div>
      </Group>
      <Group title={t.guardianContacts}>
        <Field {...named('email')}>
          <EmailInput {...register('email')} autoComplete="off" />
        </Field>
        <Field {...named('cellPhone')} hint={personTexts.phoneHint}>
          <MaskedInput mask={phoneMask} autoComplete="off" {...register('cellPhone')} />
        </Field>
        <Check {...register('sameAddress')}>{GUARDIAN_LABELS.sameAddress}</Check>
      </Group>
      {!form.form.watch('sameAddress') && (
        <HomeGroup form={form} title={t.guardianAddress} abroad={GUARDIAN_LABELS.livesAbroad} />
      )}
    </PartForm>
  );
}
