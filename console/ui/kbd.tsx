import { Fragment } from 'react';

const SIGNS: Readonly<Record<string, string>> = {
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
};

/** Caps of a key, of keys pressed together (`Ctrl+Enter`) or one after the other (`g i`). Never read out: the control says its key. */
export function Kbd({ keys }: { keys: string }) {
  return (
    <>
      {keys.split(' ').map((together) => (
        <Fragment key={together}>
          {(together === '+' ? ['+'] : together.split('+')).map((one) => (
            <span className="kbd" aria-hidden="true" key={one}>
              {SIGNS[one] ?? (one.length === 1 ? one.toUpperCase() : one)}
            </span>
          ))}
        </Fragment>
      ))}
    </>
  );
}

/** Loose hints at the foot of an area whose keys have no button. */
export function Hints({ items }: { items: readonly { keys: readonly string[]; label: string }[] }) {
  return (
    <p className="hints" aria-hidden="true">
      {items.map(({ keys, label }) => (
        <span key={label}>
          {keys.map((one) => (
            <Kbd keys={one} key={one} />
          ))}
          {label}
        </span>
      ))}
    </p>
  );
}
