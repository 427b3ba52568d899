import { DOCUMENT_LABELS, documentMove, REJECTIONS, type Rejection } from '@orbita/domain/document';
import { Button } from '@orbita/ui/button';
import { CheckIcon } from '@orbita/ui/icons/check';
import { XIcon } from '@orbita/ui/icons/x';
import { Anchor } from '@orbita/ui/link';
import { Notice } from '@orbita/ui/notice';
import type { ReactNode } from 'react';
import { exactly, when } from '../base/zone.ts';
import { documentTexts as t } from '../texts/document.ts';
import { AnnouncedNotice } from '../ui/announce.tsx';
import { UsersIcon } from '../ui/icons/users.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { DecidedBy, decidedByText } from '../work/said-of.tsx';
import { type DocumentPage, type DocumentRow, isOpen, isUndecided } from './document.ts';

type Acts = {
  approve: () => void;
  refuse: () => void;
  waive: () => void;
  reopen: () => void;
  skip: () => void;
  giveBack: () => void;
  next: () => void;
  approveAll: () => void;
};

type Props = {
  document: DocumentPage;
  /** Other pending documents of the application, with whether all their pages were shown. */
  open: readonly (DocumentRow & { seen: boolean })[];
  seenCount: number;
  acts: Acts;
  /** Why nothing can be decided now; undefined = a decision is possible. */
  hindered: ReactNode;
  /** The first key press asked for confirmation, the second approves. */
  asked: boolean;
  busy: string | false;
  failure: string | undefined;
  /** Who else decided it. */
  decidedBy: { by: string; at: string } | undefined;
};

/** A refused document may be waived, too; an approved or waived one must be reopened first. */
export const mayWaive = ({ state }: DocumentPage): boolean => documentMove(state, 'waive') !== undefined;

/** When a pending file was sent, and by whom; with several senders, each file separately. */
function Sent({ document: { files, waitingSince } }: Pick<Props, 'document'>) {
  if (!waitingSince) return null;
  const senders = new Set(files.map(({ sentBy }) => sentBy));
  if (senders.size < 2)
    return (
      <p className="meta" title={exactly(waitingSince)}>
        {t.sentAt(when(waitingSince))}
        {senders.has('institution') && ` · ${t.byInstitution}`}
      </p>
    );
  return (
    <ul className="before">
      {files.map(({ fileId, sentAt, sentBy }, at) => (
        <li key={fileId} title={exactly(sentAt)}>
          <span>
            {t.fileOf(at + 1)} · {t.sentAt(when(sentAt))}
          </span>
          <span className="meta">{sentBy === 'institution' ? t.byInstitution : t.byPerson}</span>
        </li>
      ))}
    </ul>
  );
}

/** The person's data beside the file, earlier decisions, and the decision (spec 25.8). */
export function LookPanel({
  document,
  open,
  seenCount,
  acts,
  hindered,
  asked,
  busy,
  failure,
  decidedBy,
}: Props) {
  const { compare, decisions, missingAfter, nextStatus } = document;
  return (
    <>
      <div className="review__scroll">
        <section className="section" aria-labelledby="cadastro">
          <h2 id="cadastro">{t.record}</h2>
          <dl className="compare">
            {compare.map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </section>
        <section className="section" aria-labelledby="antes">
          <div className="section__head">
            <h2 id="antes">{t.before}</h2>
            <Anchor className="small" href={`/inscricoes/${document.subscriptionId}`}>
              {t.open}
            </Anchor>
          </div>
          <Sent document={document} />
          <ul className="before">
            {decisions.map(({ state, reason, note, by, at }) => (
              <li key={`${at}${state}`}>
                <b title={exactly(at)}>
                  {t.done[state]} · {when(at)}
                </b>
                <span className="meta">
                  {reason && (REJECTIONS[reason as Rejection] ?? reason)}
                  {note && ` “${note}”`} {by}
                </span>
              </li>
            ))}
          </ul>
          {nextStatus ? (
            <p className="small">
              <b>{t.last(nextStatus.statusName)}</b>
            </p>
          ) : (
            missingAfter > 0 && <p className="meta">{t.missing(missingAfter)}</p>
          )}
        </section>
        {open.length > 0 && (
          <section className="section" aria-labelledby="outros">
            <h2 id="outros">{t.others}</h2>
            <ul className="before">
              {open.map(({ id, name, seen }) => (
                <li key={id}>
                  <Anchor href={`/documentos/${id}`}>{name}</Anchor>
                  <span className="meta">{seen ? t.seen : t.unseen}</span>
                </li>
              ))}
            </ul>
            {seenCount > 1 && !hindered && (
              <Button kind="outline" small onClick={acts.approveAll} busy={busy}>
                {t.approveAll(seenCount)}
              </Button>
            )}
          </section>
        )}
      </div>
      <div className="review__foot">
        {failure && <Notice kind="danger" role="alert" title={failure} />}
        {asked && nextStatus && (
          <AnnouncedNotice
            kind="warning"
            title={t.last(nextStatus.statusName)}
            says={`${t.last(nextStatus.statusName)} ${t.asked}`}
          >
            {t.asked}
          </AnnouncedNotice>
        )}
        {decidedBy && (
          <AnnouncedNotice
            kind="warning"
            icon={UsersIcon}
            title={<DecidedBy {...decidedBy} />}
            says={decidedByText(decidedBy)}
          />
        )}
        {hindered ?? <Decide document={document} acts={acts} asked={asked} busy={busy} />}
        <div className="row row--between">
          {!hindered && mayWaive(document) && (
            <Button kind="quiet" small aria-keyshortcuts="W" onClick={acts.waive}>
              {t.waive}
              <Kbd keys="W" />
            </Button>
          )}
          {!hindered && (
            <Button kind="quiet" small aria-keyshortcuts="S" onClick={acts.skip}>
              {t.skip}
              <Kbd keys="S" />
            </Button>
          )}
          {!hindered && (
            <Button kind="quiet" small aria-keyshortcuts="L" onClick={acts.giveBack}>
              {t.giveBack}
              <Kbd keys="L" />
            </Button>
          )}
          <Button kind="quiet" small aria-keyshortcuts="N" onClick={acts.next}>
            {t.following}
            <Kbd keys="N" />
          </Button>
        </div>
      </div>
    </>
  );
}

type DecideProps = Pick<Props, 'document' | 'acts' | 'asked' | 'busy'>;

/** Approve and refuse while the document is pending; afterwards its state, and a way to review it again. */
function Decide({ document, acts, asked, busy }: DecideProps) {
  if (!isUndecided(document))
    return (
      <div className="decide">
        <p className="decide__state">{DOCUMENT_LABELS[document.state]}</p>
        {document.reopening?.allowed ? (
          <Button kind="outline" className="button--large" onClick={acts.reopen}>
            {t.reopen}
          </Button>
        ) : (
          <p className="meta">{document.reopening?.reason}</p>
        )}
      </div>
    );
  return (
    <div className="decide">
      <Button
        kind="outline"
        className="button--large"
        icon={XIcon}
        aria-keyshortcuts="R"
        onClick={acts.refuse}
        disabled={!isOpen(document)}
      >
        {t.refuse}
        <Kbd keys="R" />
      </Button>
      <Button
        className="button--large"
        icon={CheckIcon}
        aria-keyshortcuts="A"
        busy={busy}
        onClick={acts.approve}
        disabled={!isOpen(document)}
      >
        {asked ? t.approveLast : t.approve}
        <Kbd keys="A" />
      </Button>
    </div>
  );
}
