import type { StoredMessage } from '../outbox.ts';
import { WHATSAPP_NUMBERS, write } from '../whatsapp/chat.ts';
import type { World } from '../world.ts';
import type { Act } from './act.ts';
import { formatInstant } from './format.ts';
import { html, type Markup } from './html.ts';
import { emptyMarkup, type Section } from './layout.ts';

const SHOWN = 30;
const MOST_TEXT = 1_000;

const numberOf = (tenant: string): string | undefined =>
  Object.keys(WHATSAPP_NUMBERS).find((phone) => WHATSAPP_NUMBERS[phone] === tenant);

const bubble = ({ text, at }: StoredMessage): Markup =>
  html`<li class="card"><p>${text}</p><p class="meta">${formatInstant(at)}</p></li>`;

/** A phone: received messages, newest first, and its owner's replies. */
const phone = (to: string, messages: readonly StoredMessage[], tenant: string): Markup => html`
  <details open>
    <summary>Celular ${to}</summary>
    <ul class="list">${messages.map(bubble)}</ul>
    <form class="row" method="post" action="/sandbox/whatsapp/${to}?tenant=${tenant}">
      <input name="text" aria-label="Responder do celular ${to}" maxlength="${MOST_TEXT}" required>
      <button class="main">Responder</button>
      <button name="stop" value="PARAR" formnovalidate>PARAR</button>
    </form>
  </details>`;

/** Phones with their WhatsApp messages. */
export function whatsAppSection(world: World, tenant: string): Section {
  const messages = world.outbox
    .list()
    .filter(({ channel }) => channel === 'whatsapp')
    .slice(0, SHOWN);
  const phones = [...new Set(messages.map(({ to }) => to))];
  return {
    id: 'whatsapp',
    title: 'WhatsApp',
    lead: 'O celular de quem aceitou avisos por WhatsApp. Só a Beta tem um número.',
    body:
      phones.length === 0
        ? emptyMarkup('Nenhuma mensagem ainda.')
        : html`${phones.map((to) =>
            phone(
              to,
              messages.filter((message) => message.to === to),
              tenant,
            ),
          )}`,
  };
}

/** The owner of a phone writes to the institution's number. */
export const answerByWhatsApp =
  (world: World): Act =>
  async ({ params, form }) => {
    const [to, number] = [params.to ?? '', numberOf('beta')];
    const text = (form.stop || form.text || '').slice(0, MOST_TEXT);
    if (!/^\d{7,15}$/.test(to) || !text || !number) return { good: false, text: 'Escreva uma resposta.' };
    await write(world, number, to, text);
    return { good: true, text: 'Resposta enviada.' };
  };
