import { inAttribute, type PersonName } from './person-name.ts';

/** Stands for the name while the text is taken apart. */
const PLACE = '\u0000';

/** A text with somebody's name in it, which no translation touches. */
export function WithName({ text, name }: { text: (name: PersonName) => string; name: string }) {
  const [before, after] = text(inAttribute(PLACE)).split(PLACE);
  return (
    <>
      {before}
      <span translate="no">{name}</span>
      {after}
    </>
  );
}
