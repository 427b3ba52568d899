import { parseContractIdentifier } from '@orbita/domain/contract';
import { refusalText } from '@orbita/domain/document';
import { firstName, isoInZone, shownName } from '@orbita/domain/foundation';
import { maskContact } from '@orbita/domain/identity';
import { type Channel, shownDelivery, shownMessage } from '@orbita/domain/messaging';
import {
  type ActOnBehalf,
  type HistoryLine,
  shownAct,
  shownLine,
  type TimelineKind,
  timelineTexts as t,
} from '@orbita/domain/subscription';
import type { Answer } from '@orbita/protocol';
import { actorName } from '../../../caller/operator.ts';
import type { SubscriptionRow } from '../../row.ts';
import type { Entry, What } from './read.ts';

type Line = Answer<'GET /operations/subscriptions/{id}/timeline'>['data'][number];
type Part = Pick<Line, 'kind' | 'text' | 'refs'> & { status?: string | null; detail?: string | null };

/**
 * For whom an entry is worded: only `essays.lead` sees grades (spec 25.6.1). `blind` readers may grade essays there, so nothing
 * must lead them to one whose grade is not final (25.7).
 */
export type Reader = { row: SubscriptionRow; grades: boolean; blind: boolean };
type Presenter = (entry: Entry, reader: Reader) => Part;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const orNull = (value: unknown): string | null => textOf(value) || null;
const numberOf = (value: unknown): number => Number(value ?? 0);

/** The title of a database value in a table of texts, or the value itself. */
const titled = (titles: Readonly<Record<string, string>>, word: unknown): string =>
  titles[textOf(word)] ?? textOf(word);

const move: Presenter = ({ data }) => {
  const { from, to, event, actor, reason } = data as HistoryLine & {
    from: number | null;
    reason: string | null;
  };
  const shown = shownLine({ event, actor, to });
  return {
    kind: 'move',
    text: shown?.text ?? t.saved,
    status: shown?.status ?? null,
    detail: reason,
    refs: { from, to, event },
  };
};

/** A message as it appears among the person's own, without codes and links, and its delivery status. */
const message: Presenter = ({ id, data }, { row }) => {
  const shown = shownMessage(textOf(data.template), data.channel as Channel, {
    id: row.id,
    curso: row.course_name,
    ...(data.data as Record<string, string | number | null>),
    nome: firstName(shownName({ name: row.person_name, socialName: row.person_social_name })),
    instituicao: row.institution_name,
  });
  return {
    kind: 'message',
    text: shown?.title ?? textOf(data.template),
    status: shownDelivery({
      channel: data.channel as Channel,
      masked: maskContact(data.channel as Channel, textOf(data.to)),
      state: textOf(data.state),
      delivered: data.delivered === true,
      error: orNull(data.error),
    }),
    detail: shown ? shown.paragraphs.join('\n') : null,
    refs: {
      notificationId: id,
      channel: textOf(data.channel),
      to: maskContact(data.channel as Channel, textOf(data.to)),
      state: textOf(data.state),
    },
  };
};

const REVIEWS = t.documentReviewed as Readonly<Record<string, (name: string) => string>>;

/** A decision about a document, with its reason: the reason's label and what was written beside it. */
const review: Presenter = ({ data }) => ({
  kind: 'document',
  text: REVIEWS[textOf(data.state)]?.(textOf(data.name)) ?? textOf(data.name),
  detail: refusalText(orNull(data.reason), orNull(data.note)),
  refs: { documentId: numberOf(data.documentId), state: orNull(data.state), reason: orNull(data.reason) },
});

/** Whether an essay entry must not identify its essay, because the reader may still have to grade it. */
const isBlind = (data: Entry['data'], { blind }: Reader): boolean => blind && data.final === false;

const referred = (name: string, data: Entry['data']): Part['refs'] => ({ [name]: numberOf(data[name]) });

const essay =
  (said: (data: Entry['data'], reader: Reader) => string): Presenter =>
  ({ data }, reader) => ({
    kind: 'essay',
    text: said(data, reader),
    refs: referred(isBlind(data, reader) ? 'attempt' : 'essayId', data),
  });

const money =
  (kind: TimelineKind, said: (data: Entry['data']) => string): Presenter =>
  ({ data }) => ({
    kind,
    text: said(data),
    detail: orNull(data.reason),
    refs: { paymentId: numberOf(data.paymentId) },
  });

/** `CT-GRAD:4` as people say it; the code comes from the catalogue. */
const versionOf = (contract: string): string =>
  t.contractVersion(parseContractIdentifier(contract)?.version ?? 1);

const acceptance =
  (said: (contract: string) => string): Presenter =>
  ({ data }) => ({
    kind: 'acceptance',
    text: said(versionOf(textOf(data.contract))),
    refs: { acceptanceId: numberOf(data.acceptanceId) },
  });

const link =
  (said: (purpose: string) => string): Presenter =>
  ({ data }) => ({
    kind: 'link',
    text: said(textOf(data.purpose)),
    detail: orNull(data.reason),
    refs: { keyId: numberOf(data.keyId) },
  });

const cancellation: Presenter = ({ data }) => ({
  kind: 'decision',
  text: titled(t.cancellation, data.state),
  detail: orNull(data.reason),
  refs: { cancellationId: numberOf(data.cancellationId) },
});

const correction =
  (words: (fields: readonly string[]) => string): Presenter =>
  ({ data }) => ({
    kind: 'decision',
    text: words(Array.isArray(data.fields) ? data.fields.map(textOf) : []),
    detail: orNull(data.reason),
    refs: {},
  });

const PRESENTERS: Readonly<Record<What, Presenter>> = {
  move,
  message,
  review,
  'review-untold': review,
  file: ({ id, data }) => ({
    kind: 'document',
    text: t.documentSent(textOf(data.name)),
    refs: { documentId: numberOf(data.documentId), fileId: id },
  }),
  'essay-started': essay((data) => t.essayStarted(numberOf(data.attempt))),
  'essay-ended': essay((data) =>
    data.timedOut ? t.essayTimedOut(numberOf(data.attempt)) : t.essayEnded(numberOf(data.attempt)),
  ),
  'essay-graded': essay((data, reader) =>
    t.essayGraded(
      numberOf(data.attempt),
      reader.grades && !isBlind(data, reader) ? numberOf(data.score) : undefined,
    ),
  ),
  attempts: ({ data }) => ({ kind: 'decision', text: t.attemptsGranted(numberOf(data.extra)), refs: {} }),
  charge: money('payment', (data) =>
    t.charged(numberOf(data.cents), textOf(data.method), textOf(data.purpose)),
  ),
  paid: money('payment', (data) => t.paid(numberOf(data.cents), textOf(data.method))),
  refund: money('payment', (data) => t.refunded(numberOf(data.cents))),
  manual: money('decision', (data) => titled(t.manualPayment, data.decision)),
  accepted: acceptance(t.accepted),
  voided: acceptance(t.voided),
  key: link(t.linkSent),
  'key-revoked': link(t.linkRevoked),
  'guardian-link': () => ({ kind: 'link', text: t.guardianLinkSent, refs: {} }),
  cancellation,
  'cancellation-decided': cancellation,
  analysis: ({ data }) => ({ kind: 'decision', text: t.analysis(data.favourable === true), refs: {} }),
  note: ({ data }) => ({
    kind: 'note',
    text: textOf(data.text),
    refs: { noteId: numberOf(data.noteId) },
  }),
  view: ({ data }) => ({ kind: 'view', text: t.viewed, detail: orNull(data.reason), refs: {} }),
  act: ({ data }) => {
    const shown = shownAct(data.act as ActOnBehalf, orNull(data.subject));
    return {
      kind: 'decision',
      text: shown.text,
      status: shown.status,
      detail: orNull(data.reason),
      refs: {},
    };
  },
  correction: correction(t.corrected),
  'correction-released': correction(t.released),
};

/** Entries that name a grader, who is shown only to the lead: grading is blind in both directions. */
const BLIND: readonly What[] = ['essay-graded'];

/** Presents one entry of a timeline (spec 25.6.1). */
export function presentEntry(entry: Entry, reader: Reader): Line {
  const { status = null, detail = null, ...part } = PRESENTERS[entry.what](entry, reader);
  return {
    id: `${entry.what}-${entry.id}`,
    at: isoInZone(entry.at, reader.row.time_zone),
    ...part,
    status,
    detail,
    actor: entry.actor,
    by:
      BLIND.includes(entry.what) && (!reader.grades || isBlind(entry.data, reader))
        ? null
        : entry.by && actorName(entry.by),
    visible: entry.visible,
  };
}
