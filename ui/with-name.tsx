import { createElement } from 'react';
import { inAttribute, type PersonName } from './person-name.ts';

/** Placeholder for the name while the text is split. */
const PLACE = '\u0000';

/**
 * A text that contains somebody's name, once or more, protected from translation. It is one element, because a button would lay
 * out its pieces beside each other, and its words break when a name is longer than the line.
 */
export function WithName({ text, name }: { text: (name: PersonName) => string; name: string }) {
  const parts = text(inAttribute(PLACE)).split(PLACE);
  const mark = createElement('span', { translate: 'no' }, name);
  const named = parts.flatMap((part, at) => (at === 0 ? [part] : [mark, part]));
  // Spread as arguments, the children need no keys.
  return createElement('span', { className: 'with-name' }, ...named);
}
