import { HtmlValidate, StaticConfigLoader } from 'html-validate';

/** Prepares the tables of elements and rules once; the library would do so again for every document. */
class PreparedOnce extends StaticConfigLoader {
  #prepared: ReturnType<StaticConfigLoader['getConfigFor']> | undefined;

  override getConfigFor(handle: string): ReturnType<StaticConfigLoader['getConfigFor']> {
    this.#prepared ??= super.getConfigFor(handle);
    return this.#prepared;
  }
}

/**
 * What a browser silently corrects and axe does not check: elements where they are not allowed, `autocomplete` tokens that do
 * not fit their field, groups without a name. Formatting (quotes, spaces, order) does not matter here: this is not the source
 * of a page but what a browser makes of it.
 */
const loader = new PreparedOnce({
  root: true,
  extends: ['html-validate:recommended'],
  rules: {
    'attr-quotes': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'doctype-style': 'off',
    // Several boxes of one question share a name.
    'form-dup-name': ['error', { shared: ['radio', 'checkbox', 'button', 'reset', 'submit'] }],
    'long-title': 'off',
    'no-implicit-button-type': 'off',
    'no-implicit-input-type': 'off',
    'no-inline-style': 'off',
    'no-raw-characters': 'off',
    'no-trailing-whitespace': 'off',
    // Progress with several values, and custom list boxes, have no equivalent native element.
    'prefer-native-element': ['error', { exclude: ['progressbar', 'listbox'] }],
    'require-sri': 'off',
    // Covers buttons and links whose only text is a tooltip; axe computes names.
    'text-content': 'off',
    'wcag/h30': 'off',
    // Field names are paths, and React generates ids.
    'valid-id': ['error', { relaxed: true }],
    'void-style': 'off',
  },
});
const validator = new HtmlValidate(loader);

/** Parts not visible to anybody: with scripts on, a browser ignores noscript, and a template is not on the page. */
const UNREAD = /<(noscript|template)\b.*?<\/\1>/gs;

/** What html-validate reports for a document as serialized by a browser. */
export async function htmlFaults(document: string): Promise<string[]> {
  const { results } = await validator.validateString(document.replace(UNREAD, ''));
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  );
}
