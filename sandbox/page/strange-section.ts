import { STRANGE, type Strange } from '../strangeness.ts';
import type { World } from '../world.ts';
import { html } from './html.ts';
import type { Section } from './layout.ts';

const NAMES = Object.keys(STRANGE) as Strange[];

/** One row per way in which a provider is unlike its description. */
export function strangeSection({ strange }: World, tenant: string): Section {
  return {
    id: 'estranhezas',
    title: 'Estranhezas',
    lead: 'Fornecedores reais nem sempre fazem o que escrevem. Escolha como estes se comportam.',
    body: html`${NAMES.map(
      (name) => html`
      <form class="fault" method="post" action="/sandbox/strange/${name}?tenant=${tenant}">
        <span>${STRANGE[name]}</span>
        <span class="modes" role="group" aria-label="${STRANGE[name]}">${[false, true].map(
          (on) =>
            html`<button name="on" value="${on ? '1' : '0'}" aria-pressed="${strange.is(name) === on ? 'true' : 'false'}">${on ? 'Assim' : 'Não'}</button>`,
        )}</span>
      </form>`,
    )}`,
  };
}
