import type { World } from '../world.ts';
import { formatInstant } from './format.ts';
import { html, type Markup } from './html.ts';
import { emptyMarkup, type Section } from './layout.ts';

const MOST = 20;

/** The student system of an institution of a tenant. */
export const systemOf = (tenant: string, institution: string): string => `${tenant}-${institution}`;

const notices = ({ academic }: World, tenant: string): Markup => {
  const own = academic.notices().filter(({ system }) => system.startsWith(`${tenant}-`));
  if (own.length === 0) return emptyMarkup('Nenhum aviso recebido.');
  return html`<ul class="list">${own.slice(0, MOST).map(
    ({ type, system, at, times, body }) => html`
    <li class="card">
      <div><h3>${type}</h3>
        <p class="meta">${system} · ${formatInstant(at)}${times > 1 ? ` · recebido ${times} vezes` : ''}</p></div>
      <details><summary>Ver o conteúdo</summary><p class="text">${JSON.stringify(body, null, 2)}</p></details>
    </li>`,
  )}</ul>`;
};

/** What was sent to the institution's student system, and how to connect it. */
export const academicSection = (world: World, tenant: string): Section => ({
  id: 'academico',
  title: 'Sistema acadêmico',
  lead: 'Recebe avisos assinados e responde o número de matrícula de quem conclui a matrícula.',
  body: html`<form class="row" method="post" action="/sandbox/academic?tenant=${tenant}">
      <label class="field"><span>Código da instituição</span><input name="institution" required></label>
      <button class="main">Ligar sistema</button></form>${notices(world, tenant)}`,
});
