import { type IconComponent, icon } from '@orbita/ui/icon';
import { Fragment } from 'react';

/** Drawn, because some fonts lack the arrow characters. */
const ARROWS: Readonly<Record<string, IconComponent>> = {
  ArrowDown: icon(<path d="M12 5v14M6 13l6 6 6-6" />),
  ArrowUp: icon(<path d="M12 19V5M6 11l6-6 6 6" />),
  ArrowLeft: icon(<path d="M19 12H5M11 6l-6 6 6 6" />),
  ArrowRight: icon(<path d="M5 12h14M13 6l6 6-6 6" />),
};

function Sign({ name }: { name: string }) {
  const Arrow = ARROWS[name];
  if (Arrow) return <Arrow />;
  return name === 'Escape' ? 'Esc' : name.length === 1 ? name.toUpperCase() : name;
}

/**
 * Caps of a key, of keys pressed together (`Ctrl+Enter`) or one after the other (`g i`). Never announced: the control states
 * its key.
 */
export function Kbd({ keys }: { keys: string }) {
  return (
    <>
      {keys.split(' ').map((together) => (
        <Fragment key={together}>
          {(together === '+' ? ['+'] : together.split('+')).map((one) => (
            <span className="kbd" aria-hidden="true" key={one}>
              <Sign name={one} />
            </span>
          ))}
        </Fragment>
      ))}
    </>
  );
}

/** Separate hints at the foot of an area whose keys have no button. */
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
