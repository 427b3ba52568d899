import { element, loadScript } from '../element.ts';
import { SOP_FIELDS, type SopField, type SopPage } from './tokenise.ts';

let opened: SopPage | undefined;

/** Prepares the page for the script of the Silent Order Post; its fields are created only once. */
export function sopPage(): SopPage {
  if (opened) return opened;
  // The hidden fields that Cielo's script reads; they are empty except while it runs.
  const inputs = Object.fromEntries(
    SOP_FIELDS.map((name) => [name, element('input', { type: 'hidden', class: `bp-sop-${name}` })]),
  ) as Record<SopField, HTMLInputElement>;
  const page: SopPage = {
    load: async (scriptUrl) => {
      if (!page.script()) await loadScript(scriptUrl);
    },
    fill: (values) => {
      for (const name of SOP_FIELDS) {
        inputs[name].value = values[name];
        if (!inputs[name].isConnected) document.body.append(inputs[name]);
      }
    },
    script: () => (window as { bpSop_silentOrderPost?: ReturnType<SopPage['script']> }).bpSop_silentOrderPost,
  };
  opened = page;
  return page;
}
