import { serverNow } from '@orbita/client/server-clock.ts';
import { formatMoney, toCents } from '@orbita/domain/foundation';
import { METHOD_LABELS, METHOD_TEXTS } from '@orbita/domain/payment';
import { selectionParts } from '@orbita/domain/subscription';
import { ActionBar } from '@orbita/ui/action-bar';
import { Button } from '@orbita/ui/button';
import { Choice, Choices } from '@orbita/ui/choice';
import { Deadline } from '@orbita/ui/deadline';
import type { IconComponent } from '@orbita/ui/icon';
import { BarcodeIcon } from '@orbita/ui/icons/barcode';
import { BuildingIcon } from '@orbita/ui/icons/building';
import { CardIcon } from '@orbita/ui/icons/card';
import { PixIcon } from '@orbita/ui/icons/pix';
import { LinkAction } from '@orbita/ui/link-action';
import { Notice } from '@orbita/ui/notice';
import { PageHead } from '@orbita/ui/page';
import { useRef, useState } from 'react';
import { useTitle } from '../base/title.ts';
import { deadlineText } from '../subscription/deadline.ts';
import { StepFrame } from '../subscription/step-frame.tsx';
import type { StepProps } from '../subscription/step-props.ts';
import { payWith, slipTexts, paymentTexts as t } from '../texts/payment.ts';
import { cardChoiceTexts } from '../texts/payment-card.ts';
import { recurrenceTexts } from '../texts/payment-recurrence.ts';
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
  voucherOf,
  voucherWaits,
} from './choice.ts';
import { OpenChargeDialog } from './open-charge-dialog.tsx';
import { HowCard, TodayCard } from './price-card.tsx';
import type { Payment, PaymentOptions, Price } from './queries.ts';
import { RecurrenceConsent, termsOf } from './recurrence-terms.tsx';
import type { Charge } from './use-charge.ts';
import { useSimulations } from './use-simulations.ts';
import { useVoucher, VOUCHER_FIELD } from './use-voucher.ts';
import { VoucherApplied, VoucherField } from './voucher-field.tsx';

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
  price: Price | undefined;
  choice: Chosen;
  act: (act: ChoiceAct) => void;
  charge: Charge;
  /** Opens the card fields; `replace`: the open charge may be cancelled for it. */
  onCard: (replace: boolean) => void;
  /** A charge that stays open while another payment method is being chosen. */
  open: Payment | null;
  onBackToOpen: () => void;
  /** Why the last attempt failed, shown at the top. */
  failure?: string | undefined;
};

/** S-29: what is charged and until when, plan, payment method, voucher, and how the amount is made up. */
export function ChoosePage(props: ChoosePageProps) {
  const { subscription, steps, options, price, choice, act, charge, onCard, open, onBackToOpen, failure } =
    props;
  const [missing, setMissing] = useState(false);
  const [asking, setAsking] = useState(false);
  const [consent, setConsent] = useState<string>();
  const mode = modeOf(choice);
  const monthly = price !== undefined && isMonthly(price, mode);
  const voucher = voucherOf(options, choice);
  const chosen = { subscriptionId: subscription.id, options, price, choice, act };
  const simulations = useSimulations(chosen);
  const acts = useVoucher({ ...chosen, monthly });
  // Once there was a voucher, or something was typed for one, its field stays visible.
  const voucherSeen = useRef(false);
  voucherSeen.current ||= voucher !== null || choice.typed !== '' || choice.voucherError !== null;
  const simulation = price && simulations.data && simulationFor(simulations.data, price, mode);
  const free = simulation?.firstValue === 0;
  const usable = usableMethods(options);
  const terms =
    !free && choice.method === 'automatic-pix' && price && simulation && termsOf(price, simulation);
  // Consent to other terms is not consent to these.
  const agreed = terms && consent === JSON.stringify(terms);
  const consentMissing = Boolean(terms) && missing && !agreed;
  const byCard = choice.method === 'credit-card' && !free;
  useTitle(titleOf(props), consentMissing);

  const pay = () => {
    setMissing(true);
    if (voucherWaits(choice)) {
      if (!choice.voucherError) act({ act: 'refused', text: t.voucherWaits });
      return showVoucher();
    }
    // Nobody pays an amount they have not seen.
    if (!price || !simulation) return void simulations.refetch();
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

  // Beside the pressed button, because on a phone the top of the page is out of view then.
  const notice =
    charge.problem?.kind === 'refused' ? (
      <Notice kind="danger" role="alert" title={charge.problem.text} />
    ) : charge.problem?.kind === 'paid' ? (
      <Notice kind="success" role="status" title={charge.problem.text} />
    ) : null;
  const dialog = asking || charge.problem?.kind === 'open';
  const payable = usable.length > 0 || free;
  return (
    <StepFrame
      subscription={subscription}
      steps={steps}
      bar={
        payable && (
          <ActionBar sticky>
            {notice}
            <Button
              block
              type="submit"
              form={FORM}
              busy={charge.busy ? t.paying : !simulation && simulations.isFetching && t.calculating}
            >
              {payLabel(simulation?.firstValue, choice.method)}
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
      {!payable && notice}
      {open && <LinkAction onClick={onBackToOpen}>{t.backToOpen}</LinkAction>}
      {choice.mode === 'first' && (
        <FirstOnly onWhole={() => act({ act: 'mode', mode: 'full', method: choice.method })} />
      )}
      <form
        className="stack stack--wide pay"
        id={FORM}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          pay();
        }}
      >
        <TodayCard
          simulation={simulation || undefined}
          failed={simulations.isLoadingError}
          onRetry={() => simulations.refetch()}
          deadline={
            options.deadline && (
              <Deadline remainingMs={Date.parse(options.deadline) - serverNow()}>
                {deadlineText(options.deadline, serverNow())}
              </Deadline>
            )
          }
        >
          {voucher && (
            <VoucherApplied
              code={voucher}
              simulation={simulation || undefined}
              error={choice.voucherError}
              acts={acts}
            />
          )}
        </TodayCard>
        {price && (
          <HowCard mode={mode} price={price} simulation={simulation || undefined} voucher={voucher} />
        )}
        {options.prices.length > 1 && (
          <Choices legend={options.prices.some(isWhole) ? t.whole : t.plan} id="parcelas">
            {options.prices.map((one) => (
              <Choice
                key={one.priceId}
                name="parcelas"
                value={one.priceId}
                checked={one.priceId === price?.priceId}
                onChange={() => act({ act: 'plan', priceId: one.priceId })}
                title={one.description}
                note={planNote(one)}
              />
            ))}
          </Choices>
        )}
        {!free && usable.length > 0 && (
          <Choices legend={t.methodLegend} id="forma">
            {usableFirst(options).map((one) => (
              <MethodCard
                key={one.method}
                method={one}
                usable={usable.includes(one.method)}
                times={simulation?.maxCardInstallments ?? 1}
                campus={subscription.campusPolo}
                checked={one.method === choice.method}
                onChoose={() => act({ act: 'method', method: one.method })}
              />
            ))}
          </Choices>
        )}
        {!payable && <Notice kind="warning" title={METHOD_TEXTS.none} />}
        {terms && (
          <RecurrenceConsent
            terms={terms}
            given={agreed === true}
            missing={consentMissing}
            onChange={(given) => setConsent(given ? JSON.stringify(terms) : undefined)}
          />
        )}
        {!voucher && <VoucherField choice={choice} acts={acts} open={voucherSeen.current} />}
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

/** A collapsed voucher section is opened so that its question is visible. */
function showVoucher(): void {
  const field = document.getElementById(VOUCHER_FIELD);
  field?.closest('details')?.setAttribute('open', '');
  field?.focus();
}

const titleOf = ({ steps, options }: Pick<ChoosePageProps, 'steps' | 'options'>): string =>
  options.purpose === 'tax' ? t.fee : (steps.find(({ code }) => code === 'payment')?.label ?? t.title);

const planNote = (price: Price): string => {
  const first = formatMoney(toCents(price.amountInTime));
  const inTime = price.amountInTime < price.amount;
  const equal = price.plan.every(({ value }) => value === price.plan[0]?.value);
  return isWhole(price) ? first : t.planNote(price.plan.length, first, equal, inTime);
};

function payLabel(amount: number | undefined, method: Method['method'] | null): string {
  if (amount === 0) return t.payFree;
  if (amount === undefined || !method) return t.payUnknown;
  return t.pay(formatMoney(toCents(amount)), payWith[method]);
}

/** States that only the first instalment is paid, with a way back to the whole amount. */
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
  /** Highest number of instalments by card. */
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
