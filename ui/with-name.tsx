import { Fragment } from 'react';
import { inAttribute, type PersonName } from './person-name.ts';

/** Stands for the name while the text is taken apart. */
const PLACE = '\u0000';

/** A text with somebody's name in it, once or more, which no translation touches. */
export function WithName({ text, name }: { text: (name: PersonName) => string; name: string }) {
  return text(inAttribute(PLACE))
    .split(PLACE)
    .map((part, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text are never moved
      <Fragment key={at}>
        {at > 0 && <span translate="no">{name}</span>}
        {part}
      </Fragment>
    ));
}
