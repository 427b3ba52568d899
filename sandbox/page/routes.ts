import type { FastifyInstance, FastifyReply } from 'fastify';
import type { World } from '../world.ts';
import { academicSection } from './academic-section.ts';
import { actionRoutes } from './actions.ts';
import { pageScript, pageStyle } from './assets.ts';
import { bankFileSection } from './bank-file-section.ts';
import { cardSection } from './card-section.ts';
import { consoleSection } from './console-section.ts';
import { download } from './download.ts';
import { faultSection } from './faults-section.ts';
import { formatInstant } from './format.ts';
import { type Notice, pageMarkup, singleMarkup } from './layout.ts';
import { mailMarkup, mailSection, smsSection } from './messages-section.ts';
import { pixSection } from './pix-section.ts';
import { recurrenceSection } from './recurrence-section.ts';
import { slipSection } from './slip-section.ts';
import { staffIdpSection } from './staff-idp-section.ts';
import { strangeSection } from './strange-section.ts';
import { DEMO_TENANTS, tenantOf } from './tenant.ts';
import { whatsAppSection } from './whatsapp-section.ts';

const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; " +
  "frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
/** Mails are other people's markup: no scripts, an opaque origin, nothing loaded from outside. */
const MAIL_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; " +
  "frame-ancestors 'self'";

const tenantsOf = (world: World, current: string): string[] => {
  const charged = [...world.psp.charges(), ...world.bank.slips()];
  const paying = charged.map(({ clientId }) => clientId.split('-')[1] ?? '');
  return [...new Set([...DEMO_TENANTS, ...paying, current])].filter(Boolean);
};

interface LastAct {
  ok?: string;
  erro?: string;
  secao?: string;
}

const noticeFrom = ({ ok, erro, secao = '' }: LastAct): { section: string; notice: Notice } | null => {
  const text = erro ?? ok;
  return text ? { section: secao, notice: { good: erro === undefined, text } } : null;
};

const sendPage = (reply: FastifyReply, markup: string): FastifyReply =>
  reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', PAGE_POLICY)
    .header('cache-control', 'no-store')
    .send(markup);

const missing = (reply: FastifyReply): FastifyReply => reply.code(404).send({ error: 'Não encontrado.' });

/** Links in a mail open outside the frame. */
const inNewTab = (markup: string): string => {
  const base = '<base target="_blank">';
  return /<head[^<>]*>/i.test(markup)
    ? markup.replace(/<head[^<>]*>/i, (head) => head + base)
    : `<!doctype html>${base}${markup}`;
};

function mailRoutes(app: FastifyInstance, { outbox }: World): void {
  app.get('/mail/:id', async (request, reply) => {
    const mail = outbox.get((request.params as { id: string }).id);
    if (!mail) return missing(reply);
    const back = `/sandbox?tenant=${tenantOf(request)}#emails`;
    return sendPage(reply, singleMarkup(mail.subject || '(sem assunto)', back, mailMarkup(mail)));
  });
  app.get('/mail/:id/html', async (request, reply) => {
    const mail = outbox.get((request.params as { id: string }).id);
    if (!mail?.html) return missing(reply);
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', MAIL_POLICY)
      .send(inNewTab(mail.html));
  });
  app.get('/mail/:id/attachments/:index', async (request, reply) => {
    const { id, index } = request.params as { id: string; index: string };
    const found = outbox.attachment(id, Number(index));
    return found ? download(reply, found) : missing(reply);
  });
}

/**
 * The page where a person plays the bank, the mail and the other systems around the product, but never the institution itself.
 */
export function pageRoutes(app: FastifyInstance, world: World): void {
  app.get('/', async (request, reply) => {
    const tenant = tenantOf(request);
    const clock = world.clock.setting();
    return sendPage(
      reply,
      pageMarkup({
        tenant,
        tenants: tenantsOf(world, tenant),
        clock: clock && formatInstant(clock),
        notice: noticeFrom(request.query as LastAct),
        sections: [
          consoleSection(world, tenant),
          pixSection(world, tenant),
          recurrenceSection(world, tenant),
          slipSection(world, tenant),
          await bankFileSection(world, tenant),
          cardSection(world, tenant),
          mailSection(world, tenant),
          smsSection(world),
          whatsAppSection(world, tenant),
          academicSection(world, tenant),
          staffIdpSection(world, tenant),
          faultSection(world, tenant),
          strangeSection(world, tenant),
        ],
      }),
    );
  });
  app.get('/page.css', async (_request, reply) => reply.type('text/css; charset=utf-8').send(pageStyle));
  app.get('/page.js', async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(pageScript),
  );
  mailRoutes(app, world);
  actionRoutes(app, world);
}
