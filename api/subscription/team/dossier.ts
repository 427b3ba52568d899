import { DOCUMENT_LABELS, type DocumentState } from '@orbita/domain/document';
import { courseName, formatDate, formatDateTime, formatMoney, toCents } from '@orbita/domain/foundation';
import { type ChargeState, METHOD_LABELS } from '@orbita/domain/payment';
import type { Answer } from '@orbita/protocol';
import { evidenceOfAcceptance } from '../../contract/copy.ts';
import { evidenceLines } from '../../contract/evidence.ts';
import type { Block } from '../../contract/html-blocks.ts';
import { setBlocksInThread } from '../../contract/pdf-in-thread.ts';
import type { Ctx, Reply, ServiceContext } from '../../platform/http/context.ts';
import { invalid } from '../../platform/http/errors.ts';
import { type Route, reply, route } from '../../platform/http/route.ts';
import { showSubscription } from './list/subscriptions.ts';
import { showTimeline } from './timeline/show.ts';

type Application = Awaited<ReturnType<typeof showSubscription>>;
type Line = Answer<'GET /operations/subscriptions/{id}/timeline'>['data'][number];
type Fact = [label: string, value: string | null | undefined];

/** Newest history lines that are printed; anyone who needs more requests the person's copy of their data. */
const MOST_LINES = 1_000;
/** Acceptances that are printed: each change of course voids the previous one. */
const MOST_ACCEPTANCES = 10;

const CHARGES: Readonly<Record<ChargeState, string>> = {
  created: 'criado',
  processing: 'em processamento',
  pending: 'esperando pagamento',
  paid: 'pago',
  denied: 'não aprovado',
  expired: 'vencido',
  cancelled: 'cancelado',
  refunded: 'devolvido',
  error: 'com erro',
};

const run = (text: string, bold = false) => ({ text, bold, italic: false });
const heading = (kind: 'h1' | 'h2', text: string): Block => ({ kind, runs: [run(text)] });
const paragraph = (text: string): Block => ({ kind: 'p', runs: [run(text)] });
const facts = (list: readonly Fact[]): Block[] =>
  list.flatMap(([label, value]) =>
    value ? [{ kind: 'p', runs: [run(`${label}: `, true), run(value)] } as Block] : [],
  );

const about = (one: Application, at: (instant: string) => string): Block[] => [
  heading('h2', 'Inscrição'),
  ...facts([
    ['Nome', one.person.socialName ?? one.person.name],
    ['Nome civil', one.person.socialName ? one.person.name : null],
    ['Documento', one.person.document],
    ['E-mail', one.person.email],
    ['Celular', one.person.cellPhone],
    ['Curso', courseName(one.courseName)],
    ['Polo', one.campusPolo],
    ['Forma de ingresso', one.ingressMode],
    ['Oferta', one.offer.name],
    ['Instituição', one.institutionCode],
    ['Feita em', one.history[0] && at(one.history[0].at)],
    ['Situação', `${one.statusName}, desde ${at(one.waitingSince)}`],
    ['O que a pessoa lê', one.candidateReads],
    ['Número de matrícula', one.studentLyceumId],
    ['Prazo da seleção', formatDate(one.intake.endDate)],
    ['Prazo do pagamento', one.deadlines.payment && at(one.deadlines.payment)],
    ['Prazo dos documentos', one.deadlines.documents && at(one.deadlines.documents)],
  ]),
];

const money = ({ payments }: Application, at: (instant: string) => string): Block[] => [
  heading('h2', 'Pagamentos'),
  ...(payments.length === 0 ? [paragraph('Nenhuma cobrança.')] : []),
  ...payments.map((one) =>
    paragraph(
      [
        `Nº ${one.paymentId}`,
        one.purpose === 'tax' ? 'taxa de inscrição' : 'matrícula',
        formatMoney(toCents(one.amount)),
        METHOD_LABELS[one.method],
        CHARGES[one.state],
        ...(one.paidAt ? [`pago em ${at(one.paidAt)}`] : []),
      ].join(' · '),
    ),
  ),
];

const papers = ({ documents }: Application): Block[] => [
  heading('h2', 'Documentos'),
  ...(documents.length === 0 ? [paragraph('Nenhum documento pedido.')] : []),
  ...documents.map(({ name, state, files }) =>
    paragraph(
      `${name} · ${DOCUMENT_LABELS[state as DocumentState]} · ${files.length} ${files.length === 1 ? 'arquivo' : 'arquivos'}`,
    ),
  ),
];

const happened = (lines: readonly Line[], more: boolean, at: (instant: string) => string): Block[] => [
  heading('h2', 'O que aconteceu, do mais novo ao mais antigo'),
  ...lines.map((line) =>
    paragraph(
      [`${at(line.at)} · ${line.text}`, line.status, line.detail, line.by && `por ${line.by}`]
        .filter(Boolean)
        .join(' · '),
    ),
  ),
  ...(more ? [paragraph(`Só as ${MOST_LINES} linhas mais novas estão aqui.`)] : []),
];

type Caller = Pick<ServiceContext, 'platform' | 'tenant' | 'service'>;

async function linesOf(caller: Caller, id: number): Promise<{ lines: Line[]; more: boolean }> {
  const lines: Line[] = [];
  let cursor: string | undefined;
  do {
    const page = await showTimeline(caller, id, { only: 'all', cursor });
    lines.push(...page.data);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && lines.length < MOST_LINES);
  return { lines: lines.slice(0, MOST_LINES), more: cursor !== undefined || lines.length > MOST_LINES };
}

async function contracts({ platform, tenant }: Caller, { id, acceptances }: Application): Promise<Block[]> {
  const blocks: Block[] = [heading('h2', 'Contrato')];
  if (acceptances.length === 0) blocks.push(paragraph('Nenhum contrato aceito.'));
  for (const { acceptanceId, voidedAt } of acceptances.slice(-MOST_ACCEPTANCES)) {
    const page = await evidenceOfAcceptance(platform, tenant.id, { id: acceptanceId, subscription_id: id });
    blocks.push(...facts(evidenceLines(page)));
    if (voidedAt)
      blocks.push(paragraph(`Este aceite não vale desde ${formatDateTime(voidedAt, tenant.timeZone)}.`));
  }
  return blocks;
}

/**
 * Everything about one application that its caller may see, as one PDF. Rendered in a thread for each call and not stored; the
 * audit records the call and its reason.
 */
async function dossier(ctx: Ctx<'GET /operations/subscriptions/{id}/dossier'>): Promise<Reply> {
  const { platform, tenant, service, params, query } = ctx;
  const on = platform.db.tenant(tenant.id);
  const one = await showSubscription(on, platform, tenant, service, params.id);
  if (service.staff && !query.reason) invalid([{ field: 'reason', message: 'Escolha o motivo.' }]);
  const { lines, more } = await linesOf(ctx, params.id);
  const at = (instant: string) => formatDateTime(instant, tenant.timeZone);
  const now = platform.clock.now();
  const made = `Feito em ${formatDateTime(now, tenant.timeZone)} por ${service.operator ?? service.tokenName}.`;
  const blocks = [
    heading('h1', `Inscrição nº ${one.id}`),
    paragraph(`${made} Contém dados pessoais: guarde e descarte com cuidado.`),
    ...about(one, at),
    ...(await contracts(ctx, one)),
    ...money(one, at),
    ...papers(one),
    ...happened(lines, more, at),
  ];
  const title = `Inscrição ${one.id}`;
  const pdf = await setBlocksInThread(tenant.id, { blocks, facts: { title, identifier: title, at: now } });
  return reply(200, Buffer.from(pdf), {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="inscricao-${one.id}.pdf"`,
      'cache-control': 'no-store',
    },
  });
}

export const dossierRoutes = (): Route[] => [route('GET /operations/subscriptions/{id}/dossier', dossier)];
