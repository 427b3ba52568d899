import { plainLine } from './normalise.ts';
import { format, type Rule } from './rules.ts';
import { TEXTS } from './texts.ts';

type Text = string | null | undefined;

/**
 * E-mail as stored: lower case, without what other software adds around an address: the name and brackets of a mail program, the
 * scheme of a link, the full stop and space that a keyboard adds at the end of a sentence.
 */
export const normaliseEmail = (value: Text): string =>
  plainLine(value)
    .toLowerCase()
    .replace(/[\u3002\uff61]/g, '.')
    .replace(/^[^<>\p{Cc}]*<([^<>]*)>/u, '$1')
    .replace(/^mailto:/, '')
    .replace(/ ?@ ?/, '@')
    .replace(/[.,;]$/, '')
    .trim();

const LOCAL = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*";
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const EMAIL = new RegExp(
  `^(?=.{1,120}$)(?=.{1,64}@)${LOCAL}@(?:${LABEL}\\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$`,
);

/** E-mail address of at most 120 characters; it is stored in lower case. */
export const email: Rule = format(TEXTS.email, (value) => EMAIL.test(normaliseEmail(value)));
