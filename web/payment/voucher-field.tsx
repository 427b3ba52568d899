import { formatMoney, toCents } from '@orbita/domain/foundation';
import { VOUCHER_TEXTS } from '@orbita/domain/payment';
import { Button } from '@orbita/ui/button';
import { Disclosure } from '@orbita/ui/disclosure';
import { Field } from '@orbita/ui/field';
import { CheckCircleIcon } from '@orbita/ui/icons/check-circle';
import { LinkAction } from '@orbita/ui/link-action';
import { TextInput } from '@orbita/ui/text-input';
import { paymentTexts as t } from '../texts/payment.ts';
import { type Choice, sparesFirst } from './choice.ts';
import type { Simulation } from './queries.ts';
import { VOUCHER_FIELD, VOUCHER_REMOVE, type VoucherActs } from './use-voucher.ts';

/** "Cupom de desconto": a code that is not applied yet, or does not apply. */
export function VoucherField({ choice, acts, open }: { choice: Choice; acts: VoucherActs; open: boolean }) {
  return (
    <Disclosure summary={t.voucherSummary} open={open}>
      <Field label={t.voucher} id={VOUCHER_FIELD} error={choice.voucherError ?? undefined}>
        <div className="voucher">
          <TextInput
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
            value={choice.typed}
            onChange={(event) => acts.type(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              void acts.apply();
            }}
          />
          <Button
            kind="outline"
            busy={acts.doing === 'apply' && t.applying}
            onClick={() => void acts.apply()}
          >
            {t.apply}
          </Button>
        </div>
      </Field>
      {choice.voucherError && choice.typed !== '' && (
        <LinkAction onClick={() => void acts.remove()}>{t.remove}</LinkAction>
      )}
    </Disclosure>
  );
}

type AppliedProps = {
  code: string;
  simulation: Simulation | undefined;
  error: string | null;
  acts: VoucherActs;
};

/** The voucher included in every amount of this page, and the only way to remove it. */
export function VoucherApplied({ code, simulation, error, acts }: AppliedProps) {
  const off = simulation?.rows[0]?.VoucherDiscountValue ?? 0;
  return (
    <div className="voucher-applied">
      <CheckCircleIcon />
      <div role="status">
        <p>
          <b>{t.voucherApplied(code)}</b>
        </p>
        {simulation && (
          <p className="small">
            {sparesFirst(simulation) ? VOUCHER_TEXTS.others : `− ${formatMoney(toCents(off))}`}
          </p>
        )}
        {error && <p className="small">{error}</p>}
      </div>
      <LinkAction id={VOUCHER_REMOVE} onClick={() => void acts.remove()}>
        {t.remove}
      </LinkAction>
    </div>
  );
}
