import './styles/money.css';

const reais = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** The amount to pay, in cents: small "R$", large tabular value. Always above the payment methods. */
export function Amount({ cents }: { cents: number }) {
  return (
    <p className="amount" translate="no">
      <small>R$</small>
      <span>{reais.format(cents / 100)}</span>
    </p>
  );
}

/** Placeholder of the same height for an amount that is still loading. */
export const AmountToCome = () => (
  <p className="amount" aria-hidden="true">
    <span className="amount__to-come">&nbsp;</span>
  </p>
);
