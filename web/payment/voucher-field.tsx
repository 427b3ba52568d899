import { VOUCHER_TEXTS } from '@orbita/domain/payment';
import { useEffect, useRef, useState } from 'react';
import { ApiError, call } from '../app/api.ts';
import { paymentTexts as t } from '../texts/payment.ts';
import { Button } from '../ui/button.tsx';
import { Disclosure } from '../ui/disclosure.tsx';
import { Field } from '../ui/field.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { type Choice, type ChoiceAct, voucherToApply } from './choice.ts';

type Props = {
  subscriptionId: number;
  choice: Choice;
  /** A whole amount is charged month by month. */
  monthly: boolean;
  /** Code given with the application. */
  kept: string | null;
  onAct: (act: ChoiceAct) => void;
};

/** Why a voucher was not taken: an answer of the server that it is unknown, or no answer. */
const refusalText = (error: unknown): string =>
  error instanceof ApiError && error.status === 404 ? VOUCHER_TEXTS.notFound : t.voucherFailed;

/** "Cupom de desconto": nothing is sent before the instalments are chosen [seed]. */
export function VoucherField({ subscriptionId, choice, monthly, kept, onAct }: Props) {
  const [busy, setBusy] = useState(false);
  const asked = useRef(0);
  // Once it had something to say the field stays in sight.
  const opened = useRef(false);
  opened.current ||= choice.voucherError !== null || choice.applied !== null || choice.typed !== '';
  const { applied } = choice;
  const waits = applied === null && choice.typed !== '' && choice.typed === kept;

  const apply = async () => {
    const wanted = voucherToApply(choice);
    if ('problem' in wanted) return onAct({ act: 'refused', text: wanted.problem });
    const mine = ++asked.current;
    setBusy(true);
    try {
      const { Voucher } = await call('GET /candidate/subscriptions/{id}/discount/{voucher}/{priceId}', {
        params: { id: subscriptionId, voucher: wanted.code, priceId: choice.priceId ?? 0 },
        ...(monthly ? { query: { recurrency: 'true' as const } } : {}),
      });
      if (mine !== asked.current) return;
      onAct({ act: 'applied', code: wanted.code, othersOnly: Voucher.otherInstallmentsVoucherDiscounts });
    } catch (error) {
      if (mine === asked.current) onAct({ act: 'refused', text: refusalText(error) });
    } finally {
      setBusy(false);
    }
  };

  const ask = useRef(apply);
  ask.current = apply;
  const { asks, priceId, method } = choice;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked anew for another price or way to pay
  useEffect(() => {
    if (asks && priceId !== null) void ask.current();
  }, [asks, priceId, method, monthly]);

  const ok = applied && `${t.voucherApplied(applied.code)} ${applied.othersOnly ? VOUCHER_TEXTS.others : ''}`;
  return (
    <Disclosure summary={t.voucherSummary} open={opened.current}>
      <Field
        label={t.voucher}
        id="cupom"
        hint={waits && t.voucherKept}
        error={choice.voucherError ?? undefined}
        ok={ok ?? undefined}
      >
        <div className="voucher">
          <TextInput
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
            readOnly={applied !== null}
            value={choice.typed}
            onChange={(event) => {
              asked.current += 1;
              onAct({ act: 'typed', text: event.currentTarget.value });
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || applied) return;
              event.preventDefault();
              void apply();
            }}
          />
          {applied ? (
            <Button kind="outline" onClick={() => onAct({ act: 'removed' })}>
              {t.remove}
            </Button>
          ) : (
            <Button kind="outline" busy={busy && t.applying} onClick={() => void apply()}>
              {t.apply}
            </Button>
          )}
        </div>
      </Field>
    </Disclosure>
  );
}
