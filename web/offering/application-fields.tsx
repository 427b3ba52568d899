import { SCHOOLING_LEVELS } from '@orbita/domain/enrolment';
import {
  ACCESSIBILITY_KINDS,
  ACCESSIBILITY_QUESTION,
  asksExpectedYear,
  demandText,
} from '@orbita/domain/offering';
import { Check } from '@orbita/ui/check';
import { Choices } from '@orbita/ui/choice';
import { Disclosure } from '@orbita/ui/disclosure';
import { Field } from '@orbita/ui/field';
import { LoadFailed } from '@orbita/ui/load-failed';
import { Select } from '@orbita/ui/select';
import { TextArea } from '@orbita/ui/text-area';
import { TextInput } from '@orbita/ui/text-input';
import type { DomainForm } from '../base/form.ts';
import { applyTexts as t } from '../texts/offering.ts';
import type { ApplicationValues } from './application.ts';
import type { Offer } from './queries.ts';
import type { OfferChoice } from './use-offer-choice.ts';

type Form = DomainForm<ApplicationValues>;
type Chosen = 'courseId' | 'poleId' | 'offerId';

/** A list whose options change: the form holds the number, the list only displays it. */
function NumberSelect(props: {
  form: Form;
  name: Chosen;
  label: string;
  placeholder?: string;
  options: readonly { value: number; label: string; disabled?: boolean }[];
  onChoose?: (value: number) => void;
}) {
  const { form, name, label, placeholder = t.select, options, onChoose } = props;
  const value = form.form.watch(name);
  return (
    <Field {...form.field(name)} label={label}>
      <Select
        placeholder={placeholder}
        options={options}
        value={value > 0 ? value : ''}
        onChange={(event) => {
          const chosen = Number(event.target.value);
          form.form.setValue(name, chosen, { shouldDirty: true, shouldValidate: form.attempts > 0 });
          onChoose?.(chosen);
        }}
      />
    </Field>
  );
}

/** When two intakes have the same ingress mode, the name of the offer is added. */
const ingressLabel = (offer: Offer, offers: readonly Offer[]) =>
  offers.filter(({ ingressMode }) => ingressMode.name === offer.ingressMode.name).length > 1
    ? `${offer.ingressMode.name} (${offer.name})`
    : offer.ingressMode.name;

export type PlaceAndWayProps = {
  form: Form;
  courses: readonly { id: number; name: string }[];
  choice: OfferChoice;
  onCourse: (courseId: number) => void;
};

/** Course, pole and ingress mode. */
export function PlaceAndWay({ form, courses, choice, onCourse }: PlaceAndWayProps) {
  const { offers, poles, vacancies } = choice;
  return (
    <div className="stack">
      <NumberSelect
        form={form}
        name="courseId"
        label={t.course}
        options={courses.map(({ id, name }) => ({ value: id, label: name }))}
        onChoose={onCourse}
      />
      <NumberSelect
        form={form}
        name="poleId"
        label={t.pole}
        placeholder={poles.loading ? t.loadingPoles : t.select}
        options={poles.list.map(({ id, description, city, uf }) => ({
          value: id,
          label: description.includes(city) ? description : `${description} — ${city}/${uf}`,
        }))}
      />
      {poles.failed && <LoadFailed title={t.polesFailed} onRetry={poles.retry} />}
      <NumberSelect
        form={form}
        name="offerId"
        label={t.ingress}
        options={offers.map((offer) => {
          const full = vacancies.get(offer.id) === 'full';
          const label = ingressLabel(offer, offers);
          return { value: offer.id, label: full ? `${label} — sem vagas` : label, disabled: full };
        })}
      />
    </div>
  );
}

/** The person's education so far, and the offer's own requirement if it has one. */
export function SchoolingFields({ form, offer }: { form: Form; offer: Offer | undefined }) {
  const level = form.form.watch('level');
  const demand = offer?.requiredSchooling && demandText(offer.requiredSchooling);
  return (
    <div className="stack">
      <Field {...form.field('level')} label={t.schooling} hint={demand !== form.errors.level && demand}>
        <Select
          placeholder={t.select}
          options={SCHOOLING_LEVELS.map(({ code, label }) => ({ value: code, label }))}
          {...form.register('level')}
        />
      </Field>
      {level !== '' && asksExpectedYear(level) && (
        <Field {...form.field('expectedYear')} label={t.expectedYear}>
          <TextInput code inputMode="numeric" autoComplete="off" {...form.register('expectedYear')} />
        </Field>
      )}
    </div>
  );
}

/** Support the candidate needs to take part in the evaluation. */
export function AccessibilityFields({ form }: { form: Form }) {
  const needed = form.form.watch('needsHelp');
  return (
    <div className="stack">
      <Check {...form.register('needsHelp')}>{ACCESSIBILITY_QUESTION}</Check>
      {needed && (
        <>
          <Choices {...form.field('kinds')} legend={t.accessibilityKinds}>
            {ACCESSIBILITY_KINDS.map(({ code, label }) => (
              <Check key={code} value={code} {...form.register('kinds')}>
                {label}
              </Check>
            ))}
          </Choices>
          <Field {...form.field('notes')} label={t.accessibilityNotes} optional>
            <TextArea {...form.register('notes')} />
          </Field>
        </>
      )}
    </div>
  );
}

/** The voucher is stored with the application and checked when something is to be paid. */
export function VoucherField({ form }: { form: Form }) {
  return (
    <Disclosure summary={t.voucherQuestion} open={form.errors.voucher !== undefined}>
      <Field {...form.field('voucher')} label={t.voucher} hint={t.voucherHint} optional>
        <TextInput
          code
          autoCapitalize="characters"
          autoComplete="off"
          maxLength={60}
          {...form.register('voucher')}
        />
      </Field>
    </Disclosure>
  );
}
