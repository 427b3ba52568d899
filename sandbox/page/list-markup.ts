import { html, type Markup } from './html.ts';
import { emptyMarkup, troubleMarkup } from './layout.ts';
import type { Outcome } from './operations.ts';

/** A list of cards, or why there is none. */
export const listMarkup = <T>(outcome: Outcome<T[]>, empty: string, item: (row: T) => Markup): Markup => {
  if (!outcome.ok) return troubleMarkup(outcome.message);
  if (outcome.data.length === 0) return emptyMarkup(empty);
  return html`<ul class="list">${outcome.data.map(item)}</ul>`;
};

/** Buttons of one form, the usual decision first. */
export const choices = (
  action: string,
  tenant: string,
  options: readonly (readonly [value: string, label: string])[],
): Markup => html`
  <form class="row" method="post" action="${action}?tenant=${tenant}">${options.map(
    ([value, label], index) =>
      html`<button ${index === 0 ? html`class="main"` : ''} name="decision" value="${value}">${label}</button>`,
  )}</form>`;

/** A decision that needs words, folded away. */
export const withReason = (
  action: string,
  tenant: string,
  { title, label, text, value, button }: Record<'title' | 'label' | 'text' | 'value' | 'button', string>,
): Markup => html`
  <details><summary>${title}</summary>
    <form class="fields" method="post" action="${action}?tenant=${tenant}">
      <label class="field"><span>${label}</span><textarea name="reason" required>${text}</textarea></label>
      <div><button name="decision" value="${value}">${button}</button></div>
    </form></details>`;
