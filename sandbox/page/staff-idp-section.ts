import { GROUP_MODES, type GroupMode, isGroupMode, type StaffAccount } from '../staff-idp/accounts.ts';
import type { World } from '../world.ts';
import type { Act } from './act.ts';
import { html } from './html.ts';
import type { Section } from './layout.ts';

const MODE_LABELS: Record<GroupMode, string> = {
  listed: 'Informa os grupos',
  absent: 'Não informa os grupos',
  reference: 'Grupos demais',
  objects: 'Grupos como objetos',
  keys: 'Grupos em forma própria',
};

const accountRow = (
  { sub, name, email, groups, mode, secondStep = true }: StaffAccount,
  tenant: string,
) => html`
  <li class="card">
    <div><h3>${name}</h3><p class="meta">${email}</p></div>
    <form class="row" method="post" action="/sandbox/staff-idp/${sub}?tenant=${tenant}">
      ${groups.map((group) => html`<button name="remove" value="${group}">Retirar ${group}</button>`)}
      <button name="logout" value="1">Encerrar sessões</button>
      <button name="step" value="${secondStep ? 'off' : 'on'}" aria-pressed="${secondStep ? 'true' : 'false'}">Segunda etapa</button>
      <span class="modes" role="group" aria-label="Grupos de ${name}">${GROUP_MODES.map(
        (one) =>
          html`<button name="mode" value="${one}" aria-pressed="${one === mode ? 'true' : 'false'}">${MODE_LABELS[one]}</button>`,
      )}</span>
    </form>
  </li>`;

/** The institution's own sign-in: accounts, their groups, and sessions that it ends at the product. */
export const staffIdpSection = (world: World, tenant: string): Section => ({
  id: 'conta-alfa',
  title: 'Conta Alfa',
  lead: 'O acesso próprio da instituição, por onde a equipe entra. Uma conta nova nasce na página de entrada.',
  body: html`<ul class="list">${world.staffAccounts.all().map((account) => accountRow(account, tenant))}</ul>`,
});

/** Removes a group, changes how groups are sent or whether there is a second factor, or ends the sessions of an account. */
export const staffIdpAct =
  ({ staffAccounts, staffIdp }: World): Act =>
  async ({ params, form }) => {
    const account = staffAccounts.get(params.sub ?? '');
    if (!account) return { good: false, text: 'Conta não encontrada.' };
    if (form.remove) {
      staffAccounts.put({ ...account, groups: account.groups.filter((group) => group !== form.remove) });
      return { good: true, text: `${account.name} saiu de ${form.remove}.` };
    }
    if (form.step) {
      staffAccounts.put({ ...account, secondStep: form.step === 'on' });
      return { good: true, text: `${account.name}: ${form.step === 'on' ? 'com' : 'sem'} segunda etapa.` };
    }
    if (isGroupMode(form.mode)) {
      staffAccounts.put({ ...account, mode: form.mode });
      return { good: true, text: `${account.name}: ${MODE_LABELS[form.mode].toLowerCase()}.` };
    }
    if (!form.logout) return { good: false, text: 'Escolha uma ação.' };
    return (await staffIdp.endSessions(account))
      ? { good: true, text: `Sessões de ${account.name} encerradas.` }
      : { good: false, text: 'O portal não aceitou o aviso de saída.' };
  };
