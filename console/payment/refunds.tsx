import { WithName } from '@orbita/ui/with-name';
import { when } from '../base/zone.ts';
import { chargeTexts as t } from '../texts/payment.ts';
import { Section } from '../ui/page.tsx';
import { moneyText } from './money-text.ts';
import type { OpenPayment } from './queries.ts';
import { RefundStateMark } from './state.tsx';

/** Refunds of a payment or month, with their states. */
export const Refunds = ({ refunds }: { refunds: OpenPayment['refunds'] }) => (
  <Section title={t.refunds}>
    <ul className="lines">
      {refunds.map(({ id, amount, state, reason, requestedBy, requestedAt, failure }) => (
        <li key={id} className="lines__item">
          <div>
            <b className="numbers">{moneyText(amount)}</b> · {reason}
            <small>
              <WithName text={(name) => t.refundBy(name, when(requestedAt))} name={requestedBy} />
              {failure && ` · ${failure}`}
            </small>
          </div>
          <RefundStateMark state={state} />
        </li>
      ))}
    </ul>
  </Section>
);
