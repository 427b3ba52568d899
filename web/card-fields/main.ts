import {
  CARD_FIELDS,
  type CardField,
  cardDigits,
  groupedCardNumber,
  shownExpiry,
} from '@orbita/domain/payment';
import type { CardFrameLook, CardFrameTexts } from '@orbita/protocol/payment';
import { acquirerNamed } from './acquirers.ts';
import { openChallenge } from './challenge.ts';
import { openConversation, type Surface } from './conversation.ts';
import { alertIcon, element } from './element.ts';
import { FIELD_TEXTS } from './texts.ts';
import { UNAVAILABLE } from './tokenised.ts';
import './fields.css';

/** Origin of the page that contains this frame; written by the server, so nobody else can set it. */
const parentOrigin = document.body.dataset.parent ?? '';

const AUTOCOMPLETE: Record<CardField, string> = { number: 'cc-number', expiry: 'cc-exp', cvv: 'cc-csc' };
const HINTS: Partial<Record<CardField, keyof CardFrameTexts>> = { expiry: 'expiryHint', cvv: 'cvvHint' };

/** One field: label, hint, input and error, linked to each other. */
function drawField(name: CardField) {
  const label = element('label', { for: name }, FIELD_TEXTS[name]);
  const hintName = HINTS[name];
  const hint = hintName && element('p', { id: `${name}-hint`, class: 'hint' }, FIELD_TEXTS[hintName]);
  const error = element('p', { id: `${name}-error`, class: 'error' });
  const described = `${hint ? `${hint.id} ` : ''}${error.id}`;
  const input = element('input', {
    id: name,
    name,
    inputmode: 'numeric',
    autocomplete: AUTOCOMPLETE[name],
    'aria-describedby': described,
    required: '',
    spellcheck: 'false',
  });
  const box = element('div', { class: `field ${name}` }, label, ...(hint ? [hint] : []), input, error);
  return { box, input, error, label, hint, hintName };
}

const fields = { number: drawField('number'), expiry: drawField('expiry'), cvv: drawField('cvv') };
const form = element('form', { novalidate: '' }, fields.number.box, fields.expiry.box, fields.cvv.box);
document.body.append(form);
const challenge = openChallenge((shown) => conversation.sendChallenge(shown));
challenge.name(FIELD_TEXTS);

/**
 * Reformats a field while its end is being typed; elsewhere the caret would jump. No digit is dropped: the rules reject extra
 * ones.
 */
const whileTyping = (name: CardField, shown: (typed: string) => string): void => {
  const { input } = fields[name];
  input.addEventListener('input', () => {
    if (input.selectionStart !== input.value.length) return;
    input.value = shown(input.value);
  });
};
whileTyping('number', (typed) => {
  const digits = cardDigits(typed);
  return /^\d{0,19}$/.test(digits) ? groupedCardNumber(digits) : typed;
});
whileTyping('expiry', shownExpiry);
// A wrong field is being corrected; it is checked again at the next submission.
for (const name of CARD_FIELDS) {
  const { input, error } = fields[name];
  input.addEventListener('input', () => {
    if (!input.hasAttribute('aria-invalid')) return;
    input.removeAttribute('aria-invalid');
    error.replaceChildren();
    conversation.sendMending(name);
  });
}

const LOOK_VARIABLES: Record<keyof CardFrameLook, string> = {
  text: '--text',
  muted: '--muted',
  surface: '--surface',
  border: '--border',
  focus: '--focus',
  error: '--error',
  fontPx: '--font',
  radiusPx: '--radius',
};

function showErrors(errors: Partial<Record<CardField, string>>): void {
  for (const name of CARD_FIELDS) {
    const { input, error } = fields[name];
    const text = errors[name];
    if (text === undefined) {
      error.replaceChildren();
      input.removeAttribute('aria-invalid');
    } else {
      error.replaceChildren(alertIcon(), element('span', {}, text));
      input.setAttribute('aria-invalid', 'true');
    }
  }
}

const surface: Surface = {
  apply: ({ look, texts }) => {
    for (const [name, value] of Object.entries(look) as [keyof CardFrameLook, string | number][])
      document.documentElement.style.setProperty(
        LOOK_VARIABLES[name],
        typeof value === 'number' ? `${value}px` : value,
      );
    for (const name of CARD_FIELDS) {
      const { label, hint, hintName } = fields[name];
      label.textContent = texts[name] ?? FIELD_TEXTS[name];
      if (hint && hintName) hint.textContent = texts[hintName] ?? FIELD_TEXTS[hintName];
    }
    challenge.name({ ...FIELD_TEXTS, ...texts });
  },
  typed: () => ({
    number: fields.number.input.value,
    expiry: fields.expiry.input.value,
    cvv: fields.cvv.input.value,
  }),
  showErrors,
  // A screen reader announces the label and error of the focused field, so each error is read once.
  lead: (name) => fields[name].input.focus(),
  height: () => Math.ceil(form.getBoundingClientRect().height),
  authenticate: async (access, check, card, holderName, order) =>
    (await acquirerNamed(access.provider)?.authenticate?.(
      check,
      card,
      holderName,
      order,
      challenge.page,
    )) ?? {
      outcome: 'unavailable',
    },
  tokenise: async (access, card, holderName) =>
    (await acquirerNamed(access.provider)?.tokenise(access, card, holderName)) ?? UNAVAILABLE,
  send: (message) => window.parent.postMessage(message, parentOrigin),
};

const conversation = openConversation(surface);
window.addEventListener('message', (event) => {
  if (event.source === window.parent && event.origin === parentOrigin) void conversation.receive(event.data);
});
form.addEventListener('submit', (event) => {
  event.preventDefault();
  conversation.sendEnter();
});
new ResizeObserver(() => conversation.sendHeight()).observe(form);
// A form of several fields without a submit button is not submitted by Enter.
form.addEventListener('keydown', (event) => {
  if (event.key === 'Enter') conversation.sendEnter();
});
if (parentOrigin !== '' && window.parent !== window) surface.send({ kind: 'ready' });
