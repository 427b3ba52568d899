import type { StoredMessage } from '../outbox.ts';
import type { World } from '../world.ts';
import { formatInstant } from './format.ts';
import { html, type Markup } from './html.ts';
import { emptyMarkup, type Section } from './layout.ts';

const SHOWN = 30;

const of = (world: World, channel: StoredMessage['channel']): StoredMessage[] =>
  world.outbox
    .list()
    .filter((message) => message.channel === channel)
    .slice(0, SHOWN);

const facts = ({ to, at, template }: StoredMessage): Markup =>
  html`<p class="meta">${to} · ${formatInstant(at)}${template ? ` · ${template}` : ''}</p>`;

const mailCard = (mail: StoredMessage, tenant: string): Markup => html`
  <li class="card">
    <div>
      <h3><a href="/sandbox/mail/${mail.id}?tenant=${tenant}">${mail.subject || '(sem assunto)'}</a></h3>
      ${facts(mail)}
    </div>
    ${mail.attachments.length > 0 ? html`<p class="meta">${mail.attachments.length} anexo(s)</p>` : ''}
  </li>`;

/** Received e-mails, newest first. */
export function mailSection(world: World, tenant: string): Section {
  const mails = of(world, 'email');
  return {
    id: 'emails',
    title: 'E-mails',
    lead: 'Tudo o que o produto enviou, de todas as instituições, do mais novo ao mais antigo.',
    body:
      mails.length === 0
        ? emptyMarkup('Nenhum e-mail ainda.')
        : html`<ul class="list">${mails.map((mail) => mailCard(mail, tenant))}</ul>`,
  };
}

/** Received text messages, newest first. */
export function smsSection(world: World): Section {
  const messages = of(world, 'sms');
  return {
    id: 'sms',
    title: 'SMS',
    lead: 'Mensagens de texto enviadas pelo produto.',
    body:
      messages.length === 0
        ? emptyMarkup('Nenhum SMS ainda.')
        : html`<ul class="list">${messages.map(
            (sms) => html`<li class="card"><p>${sms.text}</p>${facts(sms)}</li>`,
          )}</ul>`,
  };
}

/** One e-mail: its HTML in a frame that can neither run scripts nor reach this origin. */
export const mailMarkup = (mail: StoredMessage): Markup => html`
  ${facts(mail)}
  ${
    mail.html
      ? html`<iframe title="Mensagem" src="/sandbox/mail/${mail.id}/html"
          sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
        <details><summary>Versão em texto</summary><p class="text">${mail.text}</p></details>`
      : html`<p class="text">${mail.text}</p>`
  }
  ${
    mail.attachments.length === 0
      ? ''
      : html`<h2>Anexos</h2><ul class="list">${mail.attachments.map(
          ({ name, type, size }, n) =>
            html`<li class="card"><p><a href="/sandbox/mail/${mail.id}/attachments/${n}">${name}</a>
              <span class="meta">${type}, ${Math.ceil(size / 1024)} KB</span></p></li>`,
        )}</ul>`
  }`;
