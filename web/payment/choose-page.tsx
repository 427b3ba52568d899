import { formatMoney, toCents } from '@orbita/domain/foundation';
import { METHOD_LABELS, METHOD_TEXTS } from '@orbita/domain/payment';
import { selectionParts } from '@orbita/domain/subscription';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { serverNow } from '../app/server-clock.ts';
import { useTitle } from '../app/title.ts';
import { deadlineText } from '../subscription/deadline.ts';
import type { StepProps } from '../subscription/shell-page.tsx';
import { StepFrame } from '../subscription/step-frame.tsx';
import { payWith, slipTexts, paymentTexts as t } from '../texts/payment.ts';
import { cardChoiceTexts } from '../texts/payment-card.ts';
import { recurrenceTexts } from '../texts/payment-recurrence.ts';
import { ActionBar } from '../ui/action-bar.tsx';
import { Button } from '../ui/button.tsx';
import { Choice, Choices } from '../ui/choice.tsx';
import { Deadline } from '../ui/deadline.tsx';
import type { IconComponent } from '../ui/icon.tsx';
import { BarcodeIcon } from '../ui/icons/barcode.tsx';
import { BuildingIcon } from '../ui/icons/building.tsx';
import { CardIcon } from '../ui/icons/card.tsx';
import { PixIcon } from '../ui/icons/pix.tsx';
import { LinkAction } from '../ui/link-action.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageHead } from '../ui/page.tsx';
import {
  bodyOf,
  type ChoiceAct,
  type Choice as Chosen,
  isMonthly,
  isWhole,
  modeOf,
  simulationFor,
  usableFirst,
  usableMethods,
  voucherWaits,
} from './choice.ts';
import { OpenChargeDialog } from './open-charge-dialog.tsx';
import { PriceCard } from './price-card.tsx';
import { type Payment, type PaymentOptions, type Price, simulationQuery } from './queries.ts';
import { RecurrenceConsent, termsOf } from './recurrence-terms.tsx';
import type { Charge } from './use-charge.ts';
import { VoucherField } from './voucher-field.tsx';

type Method = PaymentOptions['methods'][number];

const ICONS: Record<Method['method'], IconComponent> = {
  pix: PixIcon,
  'automatic-pix': PixIcon,
  'credit-card': CardIcon,
  slip: BarcodeIcon,
  manual: BuildingIcon,
};
const FORM = 'pagamento';

export type ChoosePageProps = StepProps & {
  options: PaymentOptions;
  choice: Chosen;
  act: (act: ChoiceAct) => void;
  charge: Charge;
  /** Leads to the fields of a card; `replace`: the open charge may be cancelled for it. */
  onCard: (replace: boolean) => void;
  /** A charge that stays open while another way to pay is looked for. */
  open: Payment | null;
  onBackToOpen: () => void;
  /** What became of the last try, shown at the top. */
  failure?: string | undefined;
};

/** S-29: what is charged, plan, discounts, deadline, and how to pay. */
export function ChoosePage(props: ChoosePageProps) {
  const { subscription, steps, options, choice, act, charge, onCard, open, onBackToOpen, failure } = props;
  const [missing, setMissing] = useState<{ plan: boolean; method: boolean; consent: boolean }>();
  const [asking, setAsking] = useState(false);
  const [consent, setConsent] = useState<string>();
  const price = options.prices.find(({ priceId }) => priceId === choice.priceId);
  const monthly = price !== undefined && isMonthly(price, modeOf(choice));
  const simulations = useQuery({
    ...simulationQuery(subscription.id, {
      priceId: choice.priceId ?? 0,
      method: choice.method ?? 'pix',
      voucher: choice.applied?.code ?? null,
      monthly,
    }),
    enabled: price !== undefined,
    // What was shown for the same price stays until the new values are there.
    placeholderData: (before, query) => (query?.queryKey[2] === choice.priceId ? before : undefined),
  });
  const simulation = price && simulations.data && simulationFor(simulations.data, price, modeOf(choice));
  const planMissing = missing?.plan === true && !price;
  const methodMissing = missing?.method === true && !choice.method;
  const whole = options.prices.some(isWhole);
  const usable = usableMethods(options);
  const terms = choice.method === 'automatic-pix' && price && simulation && termsOf(price, simulation);
  // Whoever agreed to other terms has not agreed to these.
  const agreed = terms && consent === JSON.stringify(terms);
  const consentMissing = Boolean(terms) && missing?.consent === true && !agreed;
  // A waived amount takes no card.
  const byCard = choice.method === 'credit-card' && simulation?.firstValue !== 0;
  useTitle(titleOf(props), planMissing || methodMissing || consentMissing);

  const pay = () => {
    setMissing({ plan: !price, method: !choice.method, consent: !agreed });
    if (!price) return document.getElementById('parcelas')?.focus();
    if (!choice.method) return document.getElementById('forma')?.focus();
    if (voucherWaits(choice)) {
      act({ act: 'refused', text: t.voucherWaits });
      return showVoucher();
    }
    if (terms && !agreed) return document.getElementById('autorizo')?.focus();
    if (open) return setAsking(true);
    if (byCard) return onCard(false);
    void charge.create(bodyOf(options, price, choice));
  };
  const replace = () => {
    setAsking(false);
    charge.dismiss();
    if (byCard) return onCard(true);
    if (price) void charge.create({ ...bodyOf(options, price, choice), replace: true });
  };

  // Beside the button that was pressed, because on a phone the top of the page is out of sight then.
  const notice =
    charge.problem?.kind === 'refused' ? (
      <Notice kind="danger" role="alert" title={charge.problem.text} />
    ) : charge.problem?.kind === 'paid' ? (
      <Notice kind="success" role="status" title={charge.problem.text} />
    ) : null;
  const dialog = asking || charge.problem?.kind === 'open';
  return (
    <StepFrame
      subscription={subscription}
      steps={steps}
      bar={
        usable.length > 0 && (
          <ActionBar sticky>
            {notice}
            <Button block type="submit" form={FORM} busy={charge.busy && t.paying}>
              {byCard ? cardChoiceTexts.next : payLabel(simulation?.firstValue, choice.method)}
            </Button>
          </ActionBar>
        )
      }
    >
      <PageHead
        title={titleOf(props)}
        lead={options.purpose === 'tax' ? t.feeOnly(selectionParts(steps)) : undefined}
      />
      {failure && !charge.problem && <Notice kind="danger" title={failure} />}
      {usable.length === 0 && notice}
      {open && <LinkAction onClick={onBackToOpen}>{t.backToOpen}</LinkAction>}
      {choice.mode === 'first' && (
        <FirstOnly onWhole={() => act({ act: 'mode', mode: 'full', method: choice.method })} />
      )}
      <form
        className="stack stack--wide"
        id={FORM}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          pay();
        }}
      >
        {options.prices.length > 1 && (
          <Choices legend={whole ? t.whole : t.plan} id="parcelas" error={planMissing && t.required}>
            {options.prices.map((one) => (
              <Choice
                key={one.priceId}
                name="parcelas"
                value={one.priceId}
                checked={one.priceId === choice.priceId}
                onChange={() => act({ act: 'plan', priceId: one.priceId })}
                title={one.description}
                note={planNote(one)}
              />
            ))}
          </Choices>
        )}
        <PriceCard
          mode={modeOf(choice)}
          price={price}
          simulation={simulation || undefined}
          voucher={choice.applied?.code ?? null}
          instead={insteadOf({
            chosen: price !== undefined,
            whole,
            failed: simulations.isError,
            onRetry: () => void simulations.refetch(),
          })}
          deadline={
            options.deadline && (
              <Deadline remainingMs={Date.parse(options.deadline) - serverNow()}>
                {deadlineText(options.deadline, serverNow())}
              </Deadline>
            )
          }
        >
          <VoucherField
            subscriptionId={subscription.id}
            choice={choice}
            monthly={monthly}
            kept={options.voucher}
            onAct={act}
          />
        </PriceCard>
        {usable.length > 0 ? (
          <Choices legend={t.methodLegend} id="forma" error={methodMissing && t.required}>
            {usableFirst(options).map((one) => (
              <MethodCard
                key={one.method}
                method={one}
                usable={usable.includes(one.method)}
                times={price && isWhole(price) && !monthly ? price.maxInstallments : 1}
                campus={subscription.campusPolo}
                checked={one.method === choice.method}
                onChoose={() => act({ act: 'method', method: one.method })}
              />
            ))}
          </Choices>
        ) : (
          <Notice kind="warning" title={METHOD_TEXTS.none} />
        )}
        {terms && (
          <RecurrenceConsent
            terms={terms}
            given={agreed === true}
            missing={consentMissing}
            onChange={(given) => setConsent(given ? JSON.stringify(terms) : undefined)}
          />
        )}
      </form>
      <OpenChargeDialog
        open={dialog}
        slip={open?.method === 'slip' || options.openCharge?.method === 'slip'}
        onReplace={replace}
        onKeep={() => {
          charge.dismiss();
          onBackToOpen();
        }}
        onClose={() => {
          setAsking(false);
          charge.dismiss();
        }}
      />
    </StepFrame>
  );
}

/** Whoever closed the part with the voucher must see what is asked there. */
function showVoucher(): void {
  const field = document.getElementById('cupom');
  field?.closest('details')?.setAttribute('open', '');
  field?.focus();
}

const titleOf = ({ steps, options }: Pick<ChoosePageProps, 'steps' | 'options'>): string =>
  options.purpose === 'tax' ? t.fee : (steps.find(({ code }) => code === 'payment')?.label ?? t.title);

const planNote = (price: Price): string => {
  const each = formatMoney(toCents(price.amountInTime));
  const inTime = price.amountInTime < price.amount;
  return isWhole(price) ? each : t.planNote(price.plan.length, each, inTime);
};

function payLabel(amount: number | undefined, method: Method['method'] | null): string {
  if (amount === 0) return t.payFree;
  if (amount === undefined || !method) return t.payUnknown;
  return t.pay(formatMoney(toCents(amount)), payWith[method]);
}

type InsteadProps = { chosen: boolean; whole: boolean; failed: boolean; onRetry: () => void };

function insteadOf({ chosen, whole, failed, onRetry }: InsteadProps) {
  if (!chosen) return <p>{whole ? t.chooseWhole : t.choosePlan}</p>;
  if (!failed) return null;
  return (
    <p>
      {t.simulationFailed} <LinkAction onClick={onRetry}>{t.retry}</LinkAction>
    </p>
  );
}

/** Only the first instalment is paid, and the way back to the whole amount. */
function FirstOnly({ onWhole }: { onWhole: () => void }) {
  return (
    <Notice title={cardChoiceTexts.firstOnly}>
      <p>{cardChoiceTexts.firstOnlyHelp}</p>
      <p>
        <LinkAction onClick={onWhole}>{cardChoiceTexts.whole}</LinkAction>
      </p>
    </Notice>
  );
}

type MethodCardProps = {
  method: Method;
  usable: boolean;
  /** Most instalments of a card. */
  times: number;
  campus: string;
  checked: boolean;
  onChoose: () => void;
};

function MethodCard(props: MethodCardProps) {
  const { usable, times, campus, checked, onChoose } = props;
  const { method, reason } = props.method;
  const Sign = ICONS[method];
  const notes: Partial<Record<Method['method'], string>> = {
    manual: t.atInstitution(campus),
    slip: slipTexts.days,
    'automatic-pix': recurrenceTexts.note,
    ...(times > 1 ? { 'credit-card': cardChoiceTexts.upTo(times) } : {}),
  };
  const note = notes[method] ?? t.instant;
  return (
    <Choice
      name="forma"
      value={method}
      disabled={!usable}
      checked={checked}
      onChange={onChoose}
      title={METHOD_LABELS[method]}
      note={usable ? note : (reason ?? t.notYet)}
      end={<Sign />}
    />
  );
}
