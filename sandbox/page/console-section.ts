import type { Product, World } from '../world.ts';
import { html } from './html.ts';
import type { Section } from './layout.ts';
import { DEMO_TENANTS } from './tenant.ts';

/** Screens where the institution's team decides what this page does not. */
const SCREENS: readonly (readonly [path: string, text: string])[] = [
  ['', 'O que espera'],
  ['redacoes', 'Redações'],
  ['documentos', 'Documentos'],
  ['provas', 'Provas e resultados'],
  ['enem', 'Notas do ENEM'],
  ['questionarios', 'Questionários'],
  ['entrevistas', 'Entrevistas'],
  ['inscricoes', 'Inscrições'],
  ['inscricoes?fila=manual-payments', 'Pagamentos na instituição'],
  ['pagamentos', 'Pagamentos'],
  ['pagamentos/devolucoes', 'Devoluções'],
  ['pagamentos/arquivos', 'Arquivos do banco'],
  ['cancelamentos', 'Cancelamentos'],
];

/**
 * Address of a tenant's console on this machine: the first demo tenant uses the product's own address, the others have their
 * name in front of it. Such names resolve to this machine only below `localhost`.
 */
export function consoleAddress({ apiUrl }: Pick<Product, 'apiUrl'>, tenant: string): string {
  const address = new URL('/orbita/equipe/', apiUrl);
  // A host name has no underscore, so such a tenant does not get its own host either.
  if (address.hostname === 'localhost' && tenant !== DEMO_TENANTS[0] && !tenant.includes('_'))
    address.hostname = `${tenant}.localhost`;
  return address.href;
}

/** Link to the console, where all decisions of the institution are made (spec-console 25.20). */
export const consoleSection = ({ product }: World, tenant: string): Section => {
  const address = consoleAddress(product, tenant);
  return {
    id: 'equipe',
    title: 'Quem decide é a equipe',
    lead: 'O que a instituição decide, a equipe dela decide no console. Para entrar pela primeira vez, use o convite do terminal.',
    body: html`<nav class="index" aria-label="No console">${SCREENS.map(
      ([path, text]) => html`<a href="${address}${path}" target="_blank" rel="noopener">${text}</a>`,
    )}</nav>`,
  };
};
