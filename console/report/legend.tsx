type Kind = 'column' | 'line' | 'full' | 'here' | 'ended' | 'rest';

const SIGNS: Record<Kind, React.ReactNode> = {
  column: <rect width="18" height="14" className="plot__column" />,
  line: <path className="plot__line" d="M0 7h18" />,
  full: <rect width="18" height="14" className="plot__full" />,
  here: <Dots />,
  ended: <Hatch />,
  rest: <rect x=".5" y=".5" width="17" height="13" className="plot__rest" />,
};

function Dots() {
  return (
    <>
      <rect x=".5" y=".5" width="17" height="13" className="plot__rest" />
      {[3, 9, 15].map((x) => (
        <circle key={x} cx={x} cy="7" r="1.6" className="plot__full" />
      ))}
    </>
  );
}

function Hatch() {
  return (
    <>
      <rect x=".5" y=".5" width="17" height="13" className="plot__rest" />
      <path className="plot__hatch" d="M1 13 8 1M7 13 14 1M13 13 17 6" />
    </>
  );
}

/** Meaning of a plot's symbols, in words. */
export function Legend({ entries }: { entries: readonly { kind: Kind; text: string }[] }) {
  return (
    <ul className="legend">
      {entries.map(({ kind, text }) => (
        <li key={kind}>
          <svg viewBox="0 0 18 14" className="plot plot--sign" aria-hidden="true">
            {SIGNS[kind]}
          </svg>
          {text}
        </li>
      ))}
    </ul>
  );
}
