// Longer than other files: one form, whose fields, frame and confirmation by the bank share what was typed.
import { firstName, formatMoney, normaliseName, toCents } from '@orbita/domain/foundation';
import { CARD_FIELDS, type CardField, VOUCHER_TEXTS } from '@orbita/domain/payment';
import { ActionBar } from '@orbita/ui/action-bar';
import { Amount, AmountToCome } from '@orbita/ui/amount';
import { Button } from '@orbita/ui/button';
import { Card } from '@orbita/ui/card';
import { Check } from '@orbita/ui/check';
import { ErrorSummary } from '@orbita/ui/error-summary';
import { Field } from '@orbita/ui/field';
import { LinkAction } from '@orbita/ui/link-action';
import { LoadFailed } from '@orbita/ui/load-failed';
import { MaskedInput } from '@orbita/ui/masked-input';
import { cpfMask } from '@orbita/ui/masks.ts';
import { Notice } from '@orbita/ui/notice';
import { PageHead } from '@orbita/ui/page';
import { reveal } from '@orbita/ui/reveal.ts';
import { Select } from '@orbita/ui/select';
import { LoadingForm } from '@orbita/ui/skeleton';
import { TextInput } from '@orbita/ui/text-input';
import { WithName } from '@orbita/ui/with-name';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useId, useRef, useState } from 'react';
import { call } from '../base/api.ts';
import { inView } from '../base/base.ts';
import { type DomainForm, useDomainForm } from '../base/form.ts';
import { HiddenInView } from '../base/hidden-in-view.tsx';
import { useTitle } from '../base/title.ts';
import { enrollmentDataQuery } from '../enrolment/queries.ts';
import { type PersonData, personDataQuery } from '../person/queries.ts';
import { StepFrame } from '../subscription/step-frame.tsx';
import type { StepProps } from '../subscription/step-props.ts';
import { paymentTexts } from '../texts/payment.ts';
import { cardTexts as t } from '../texts/payment-card.ts';
import {
  type Asked,
  cardPart,
  cardProblems,
  cpfOf,
  divisionsOf,
  FRAME_FIELDS,
  firstOf,
  type Holder,
  holdersOf,
  needsConsent,
  orderOf,
} from './card-form.ts';
import { CardFrame, type CardFrameHandle } from './card-frame.tsx';
import { NoCardToken } from './card-frame-link.ts';
import { bodyOf, type Choice, type ChoiceAct, laterOf, type Mode, sparesFirst, voucherOf } from './choice.ts';
import { OpenChargeDialog } from './open-charge-dialog.tsx';
import type { PaymentOptions, Price, Simulation } from './queries.ts';
import type { CardValues } from './typed-card.ts';
import type { Charge } from './use-charge.ts';
import { useSimulations } from './use-simulations.ts';

type CardFields = NonNullable<PaymentOptions['cardFields']>;

export type CardPageProps = StepProps & {
  options: PaymentOptions;
  fields: CardFields;
  price: Price;
  choice: Choice;
  act: (act: ChoiceAct) => void;
  charge: Charge;
  /** The open charge is replaced by this one; the person has agreed. */
  replace: boolean;
  /** What was typed before a refusal, kept for the next attempt. */
  typed: RefObject<CardValues>;
  onOther: () => void;
};

const labels = {
  holderName: t.holder,
  holderDocument: t.holderDocument,
  installments: t.installments,
  consent: t.consentName,
};

const TITLES: Record<Mode, string> = { full: t.title, first: t.firstTitle, recurrence: t.recurrenceTitle };

/** S-30a: the card's fields in the frame of their origin, and what our own page asks besides. */
export default function CardPage(props: CardPageProps) {
  const { subscription, steps, price, choice, onOther } = props;
  const person = useQuery(personDataQuery());
  const guardian = useQuery(enrollmentDataQuery(subscription.id));
  const simulations = useSimulations({ ...props, subscriptionId: subscription.id });
  const divisions = simulations.data && divisionsOf(simulations.data, price, choice.mode);
  const title = TITLES[choice.mode];
  useTitle(title);
  if (divisions && (person.data || person.isLoadingError) && (guardian.data || guardian.isLoadingError)) {
    const holders = holdersOf(person.data, guardian.data);
    return <Known {...props} title={title} divisions={divisions} person={person.data} holders={holders} />;
  }
  return (
    <StepFrame subscription={subscription} steps={steps}>
      <Head title={title} onOther={onOther} />
      {simulations.isLoadingError ? (
        <LoadFailed title={paymentTexts.simulationFailed} onRetry={() => simulations.refetch()} />
      ) : (
        <LoadingForm label={t.loading} fields={5} />
      )}
    </StepFrame>
  );
}

const Head = ({ title, onOther }: { title: string; onOther: () => void }) => (
  <div className="stack stack--tight">
    <div>
      <LinkAction onClick={onOther}>{t.change}</LinkAction>
    </div>
    <PageHead title={title} />
  </div>
);

type KnownProps = CardPageProps & {
  title: string;
  divisions: Simulation[];
  person: PersonData | undefined;
  holders: Holder[];
};

function Known(props: KnownProps) {
  const {
    subscription,
    steps,
    options,
    fields,
    price,
    choice,
    charge,
    replace,
    typed,
    title,
    divisions,
    person,
    holders,
  } = props;
  const cpf = cpfOf(person) !== null;
  const formId = useId();
  const frame = useRef<CardFrameHandle>(null);
  const sending = useRef(false);
  const asked: Asked = {
    cpf,
    installments: divisions.length > 1,
    consent: needsConsent(options, price, choice.mode),
  };
  /** Fields of the frame that were wrong at the last click; their content never reaches this page. */
  const wrong = useRef<readonly CardField[]>([]);
  const form = useDomainForm<CardValues>(
    (values) => cardProblems(values, asked, wrong.current),
    typed.current,
    {
      labels: { ...labels, ...(cpf ? { holderDocument: t.holderCpf } : {}) },
    },
  );
  const mended = (field: CardField) => {
    wrong.current = wrong.current.filter((name) => name !== field);
    form.form.clearErrors(FRAME_FIELDS[field] as keyof CardValues);
  };
  /** Focuses a field, which may be inside the frame. */
  const lead = (id: string) => {
    const field = CARD_FIELDS.find((name) => FRAME_FIELDS[name] === id);
    if (field) frame.current?.lead(field);
    else reveal(id);
  };
  useTitle(title, form.summary.length > 0);
  const amount = divisions[0]?.firstValue;

  const bodyFor = (values: CardValues) => ({
    ...bodyOf(options, price, { ...choice, method: 'credit-card' }),
    ...(asked.installments ? { installments: Number(values.installments) } : {}),
    ...(asked.consent ? { recurrence: true } : {}),
    ...(replace ? { replace: true } : {}),
  });
  const orderFor = (values: CardValues) =>
    orderOf(amount ?? 0, asked.installments ? Number(values.installments) : 1, asked.consent, person);
  const pay = async (values: CardValues) => {
    typed.current = values;
    const body = bodyFor(values);
    // A view has no card fields: the server's refusal is shown as usual.
    if (inView) return charge.create(body);
    const token = await frame.current
      ?.submit(normaliseName(values.holderName), orderFor(values))
      .catch((error: unknown) => {
        if (error instanceof NoCardToken) throw error;
        return charge.refuse(error, body);
      });
    if (token) await charge.create({ ...body, ...cardPart(values, { provider: fields.provider, ...token }) });
  };
  /** A second click, or Enter in the frame while the first attempt is under way, does nothing. */
  const once = async (values: CardValues) => {
    if (sending.current) return;
    sending.current = true;
    charge.dismiss();
    try {
      await pay(values);
    } finally {
      sending.current = false;
    }
  };
  /** Frame and page report their wrong fields together. */
  const send = async () => {
    if (sending.current) return;
    // A second click while the frame is being asked would take its answer away from the first.
    sending.current = true;
    wrong.current = (await frame.current?.check()) ?? [];
    sending.current = false;
    form.submit(once)();
  };
  const open = charge.problem?.kind === 'open' ? charge.problem.body : undefined;

  return (
    <StepFrame
      subscription={subscription}
      steps={steps}
      bar={
        <ActionBar sticky>
          <Problem charge={charge} failure={form.failure} />
          <Button block type="submit" form={formId} busy={(form.busy || charge.busy) && paymentTexts.paying}>
            {amount === undefined
              ? paymentTexts.payUnknown
              : t.pay(
                  formatMoney(toCents(amount)),
                  asked.installments ? Number(form.form.watch('installments')) : 1,
                  asked.consent,
                )}
          </Button>
        </ActionBar>
      }
    >
      <Head title={title} onOther={props.onOther} />
      <form
        className="stack stack--wide"
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <ErrorSummary errors={form.summary} focusOn={form.attempts} onFollow={lead} />
        <Due
          price={price}
          voucher={voucherOf(options, choice)}
          amount={amount}
          rest={asked.consent}
          simulation={divisions[0]}
        />
        <fieldset className="stack">
          <legend>
            <h2 className="card-frame__title">{t.cardData}</h2>
          </legend>
          <p className="small muted">{t.safe}</p>
          {inView ? (
            <HiddenInView name={t.cardData} />
          ) : (
            <CardFrame
              ref={frame}
              url={fields.url}
              access={() =>
                call('POST /candidate/subscriptions/{id}/card-access', {
                  params: { id: subscription.id },
                  body: { purpose: options.purpose, provider: fields.provider },
                })
              }
              onEnter={() => void send()}
              onMending={mended}
            />
          )}
          <OwnFields form={form} asked={asked} divisions={divisions} holders={holders} />
        </fieldset>
      </form>
      <OpenChargeDialog
        open={open !== undefined}
        slip={options.openCharge?.method === 'slip'}
        onReplace={() => {
          charge.dismiss();
          if (open) void charge.create({ ...open, replace: true });
        }}
        onKeep={charge.dismiss}
        onClose={charge.dismiss}
      />
    </StepFrame>
  );
}

/** Why the last attempt did not end in a charge; typed values are kept. */
function Problem({ charge: { problem }, failure }: { charge: Charge; failure: unknown }) {
  if (problem?.kind === 'paid') return <Notice kind="success" role="status" title={problem.text} />;
  if (problem && problem.kind !== 'open') return <Notice kind="danger" role="alert" title={problem.text} />;
  if (!failure || (failure instanceof NoCardToken && failure.reason === 'invalid')) return null;
  if (failure instanceof NoCardToken && failure.reason === 'refused')
    return (
      <Notice kind="danger" role="alert" title={t.failed}>
        {t.failedHelp}
      </Notice>
    );
  return <Notice kind="danger" role="alert" title={t.unavailable} />;
}

type DueProps = {
  price: Price;
  voucher: string | null;
  amount: number | undefined;
  /** The later instalments are charged to this card, one each month. */
  rest: boolean;
  simulation: Simulation | undefined;
};

/** What is charged now, and what of it is charged later. */
function Due({ price, voucher, amount, rest, simulation }: DueProps) {
  const later = simulation?.rows.slice(1) ?? [];
  const { count, cents, upTo } = laterOf({ rows: simulation?.rows ?? [] });
  return (
    <Card className="stack stack--tight" aria-label={paymentTexts.amountOf}>
      <p className="muted small">{paymentTexts.payNow}</p>
      {amount === undefined ? <AmountToCome /> : <Amount cents={toCents(amount)} />}
      <p className="small">{price.description}</p>
      {voucher && (
        <p className="small">
          {paymentTexts.voucherApplied(voucher)}{' '}
          {simulation && sparesFirst(simulation) && VOUCHER_TEXTS.others}
        </p>
      )}
      {count > 0 && rest && (
        <>
          <p>{t.monthly(count, formatMoney(cents), upTo)}</p>
          <p className="small muted">{t.monthlyLimit}</p>
        </>
      )}
      {later.length > 0 && !rest && <p>{t.restLater(later.length)}</p>}
    </Card>
  );
}

type OwnFieldsProps = {
  form: DomainForm<CardValues>;
  asked: Asked;
  divisions: readonly Simulation[];
  holders: readonly Holder[];
};

/** Offers the name and document of the people we know; nothing is filled in without a click. */
function HolderOffer({ form: { form }, holders }: Pick<OwnFieldsProps, 'form' | 'holders'>) {
  const [filled, setFilled] = useState(false);
  if (holders.length === 0) return null;
  const fill = ({ name, document }: Holder) => {
    form.setValue('holderName', name);
    form.setValue('holderDocument', document);
    form.clearErrors(['holderName', 'holderDocument']);
    setFilled(true);
  };
  return (
    <div className="stack stack--tight">
      <div className="row row--acts">
        {holders.map((holder) => (
          <LinkAction key={holder.is} onClick={() => fill(holder)}>
            {holder.is === 'me' ? (
              t.holderMe(holder.cpf)
            ) : (
              <WithName text={t.holderGuardian} name={firstName(holder.name)} />
            )}
          </LinkAction>
        ))}
      </div>
      <p className="small muted" role="status">
        {filled && t.holderFilled}
      </p>
    </div>
  );
}

function OwnFields({ form, asked, divisions, holders }: OwnFieldsProps) {
  const { register, field, errors } = form;
  return (
    <>
      <HolderOffer form={form} holders={holders} />
      <Field {...field('holderName')} label={t.holder} hint={t.holderHint}>
        <TextInput
          {...register('holderName')}
          autoComplete="cc-name"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="next"
        />
      </Field>
      <Field {...field('holderDocument')} label={asked.cpf ? t.holderCpf : t.holderDocument}>
        {asked.cpf ? (
          <MaskedInput {...register('holderDocument')} mask={cpfMask} autoComplete="off" />
        ) : (
          <TextInput
            {...register('holderDocument')}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
        )}
      </Field>
      {asked.installments && (
        <Field {...field('installments')} label={t.installments}>
          <Select {...register('installments')} placeholder={t.select} options={divisions.map(optionOf)} />
        </Field>
      )}
      {asked.consent && (
        <Check {...register('consent')} id="consent" error={errors.consent}>
          {t.consent}
        </Check>
      )}
    </>
  );
}

const optionOf = ({ installments: count, installmentValue, firstValue }: Simulation) => ({
  value: count,
  label: t.installment(
    count,
    formatMoney(toCents(installmentValue)),
    formatMoney(firstOf(toCents(firstValue), count)),
  ),
});
