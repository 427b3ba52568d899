import './styles/money.css';

const reais = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** What is paid, in cents: small "R$", large tabular value. Always above the methods. */
export function Amount({ cents }: { cents: number }) {
  return (
    <p className="amount" translate="no">
      <small>R$</small>
      <span>{reais.format(cents / 100)}</span>
    </p>
  );
}

/** The place of an amount that is being asked for, of the same height. */
export const AmountToCome = () => (
  <p className="amount" aria-hidden="true">
    <span className="amount__to-come">&nbsp;</span>
  </p>
);
