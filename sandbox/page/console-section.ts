import type { Product, World } from '../world.ts';
import { html } from './html.ts';
import type { Section } from './layout.ts';
import { DEMO_TENANTS } from './tenant.ts';

/** Where the team of the institution decides what this page does not. */
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
 * Where the console of a tenant is on this machine: the first demo tenant is the one of the product's own address, the others have
 * their name in front of it. Such names lead to this machine only below `localhost`.
 */
export function consoleAddress({ apiUrl }: Pick<Product, 'apiUrl'>, tenant: string): string {
  const address = new URL('/orbita/equipe/', apiUrl);
  // A host name has no underscore, so such a tenant is not in front of it either.
  if (address.hostname === 'localhost' && tenant !== DEMO_TENANTS[0] && !tenant.includes('_'))
    address.hostname = `${tenant}.localhost`;
  return address.href;
}

/** The way to the console, where everything that the institution decides is decided (spec-console 25.20). */
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
