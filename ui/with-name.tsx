import { createElement, Fragment } from 'react';
import { inAttribute, type PersonName } from './person-name.ts';

/** Stands for the name while the text is taken apart. */
const PLACE = '\u0000';

/** A text with somebody's name in it, once or more, which no translation touches. */
export function WithName({ text, name }: { text: (name: PersonName) => string; name: string }) {
  const parts = text(inAttribute(PLACE)).split(PLACE);
  const mark = createElement('span', { translate: 'no' }, name);
  const named = parts.flatMap((part, at) => (at === 0 ? [part] : [mark, part]));
  // Children of their own, as they stand in a text, need no keys.
  return createElement(Fragment, null, ...named);
}
