import { HtmlValidate, StaticConfigLoader } from 'html-validate';

/**
 * What a browser mends in silence and axe does not ask for: elements where they may not stand, words of `autocomplete` that
 * do not fit their field, groups without a name. How a text is written (quotes, spaces, order) is no matter here: this is
 * not the source of a page but what a browser makes of it.
 */
const loader = new StaticConfigLoader({
  root: true,
  extends: ['html-validate:recommended'],
  rules: {
    'attr-quotes': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'doctype-style': 'off',
    // Several boxes of one question have one name.
    'form-dup-name': ['error', { shared: ['radio', 'checkbox', 'button', 'reset', 'submit'] }],
    'long-title': 'off',
    'no-implicit-button-type': 'off',
    'no-implicit-input-type': 'off',
    'no-inline-style': 'off',
    'no-raw-characters': 'off',
    'no-trailing-whitespace': 'off',
    // What is measured by several values, or chosen in a way of its own, has no element of the same use.
    'prefer-native-element': ['error', { exclude: ['progressbar', 'listbox'] }],
    'require-sri': 'off',
    // A button or a link whose only words are its tooltip; axe computes names.
    'text-content': 'off',
    'wcag/h30': 'off',
    // Names of fields are paths, and React makes ids of its own.
    'valid-id': ['error', { relaxed: true }],
    'void-style': 'off',
  },
});
const validator = new HtmlValidate(loader);

/** What of it nobody sees: with scripts on, a browser does not read it, and a template is not on the page. */
const UNREAD = /<(noscript|template)\b.*?<\/\1>/gs;

/** What html-validate finds in a document as a browser gives it back. */
export async function htmlFaults(document: string): Promise<string[]> {
  const { results } = await validator.validateString(document.replace(UNREAD, ''));
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  );
}
