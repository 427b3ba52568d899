import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useParams } from 'react-router';
import { WordsPanel } from '../act/words-panel.tsx';
import { useGo, useInstitution } from '../base/institution.ts';
import { usePollMs } from '../base/live.ts';
import { useMay } from '../base/me.ts';
import { Failed } from '../base/states.tsx';
import { useScreenTitle } from '../base/title.ts';
import { hour } from '../base/zone.ts';
import { documentTexts as t } from '../texts/document.ts';
import { announce } from '../ui/announce.tsx';
import { itemPainted, useItemPainted, useKeys } from '../ui/keys.ts';
import { useReviewClaim } from '../work/claim.ts';
import { Due } from '../work/due.tsx';
import { Changed, useTakenSaid } from '../work/hindered.tsx';
import { useNextAfter } from '../work/next-after.ts';
import { ReviewBar } from '../work/review-bar.tsx';
import { useSkip, useSkipSaid } from '../work/skip.ts';
import '../styles/review.css';
import { ConflictPanel } from './conflict-panel.tsx';
import {
  bytesOf,
  type DocumentQueue,
  documentQuery,
  firstName,
  forgetDocuments,
  fullName,
  isOpen,
  queueOf,
  saveOriginal,
  untilReread,
  WATCH_MS,
} from './document.ts';
import { listBehind } from './list-address.ts';
import { LookPanel, mayWaive } from './look-panel.tsx';
import { type Draft, RefusePanel } from './refuse-panel.tsx';
import { hinderedBy, insteadOf, Last, lineOf, PART, placeOf } from './review-parts.tsx';
import { framedOf, useAhead, useUpcoming } from './use-ahead.ts';
import { useApproval } from './use-approval.ts';
import { useApproveAll } from './use-approve-all.tsx';
import { useDecidedElsewhere } from './use-decided.ts';
import { type Decision, useDecision } from './use-decision.ts';
import { useLooked } from './use-looked.ts';
import { useNews } from './use-news.ts';
import { useSeen } from './use-seen.ts';
import { Frames } from './viewer/frames.ts';
import { useShown, Viewer } from './viewer/viewer.tsx';

/** From now on the person sees what they decide; the mark is used for measurements (`npm run bench -- document`). */
const painted = (): void => {
  itemPainted();
  performance.mark('document-painted');
};

/** The next item is rendered already: nothing delays the paint after a decision. */
const AT_ONCE = { state: 'next', flushSync: true } as const;

type Mode = 'look' | 'asked' | 'refuse' | 'waive' | 'reopen';
const NO_DRAFT: Draft = { reason: undefined, note: '' };

/** E-04, the review: the file on the left, the person's data on the right, one key for a decision (spec 25.8). */
export default function ReviewPage() {
  const id = Number(useParams().id);
  const go = useGo();
  const { state: cameBy, search } = useLocation();
  /** The list it was opened from; items that follow automatically lead back there, too. */
  const [cameFrom] = useState(search);
  const lastQueue = useRef<DocumentQueue>(undefined);
  const may = useMay()(PART);
  const institution = useInstitution()?.code;
  const [frames] = useState(() => new Frames(bytesOf));
  const query = useQuery({ ...documentQuery(id), refetchInterval: usePollMs(WATCH_MS) });
  const { document, changedAt, lookAgain } = useLooked(id, query.data);
  const waits = document && isOpen(document);
  if (document) lastQueue.current = queueOf(document);
  const list = listBehind(cameFrom, lastQueue.current);
  /** A decision is being sent: everything is refetched after it anyway, and its own event changes nothing. */
  const sends = useRef(false);
  const { refetch } = query;
  const rereads = useCallback(async () => {
    if (!sends.current) await refetch();
  }, [refetch]);
  const { claim, takeIt } = useReviewClaim({
    kind: 'document',
    id,
    holds: may && waits === true,
    holder: query.data?.claim,
    lookAgain: rereads,
  });
  useTakenSaid(claim);
  const [passed, setPassed] = useState<ReadonlySet<number>>(new Set());
  const { order, others, siblings, total, item } = useUpcoming(document, institution, {
    passed,
    reviews: may,
  });
  const frame = document && frames.of(framedOf(document));
  const shown = useShown(frame);
  const { isSeen, seenOf } = useSeen(document, shown);
  const [mode, setMode] = useState<Mode>('look');
  const [draft, setDraft] = useState(NO_DRAFT);
  const [panel, setPanel] = useState(true);
  const [saving, setSaving] = useState(false);
  const [notice, setNotice] = useState<string>();
  const { stays, askNext } = useNextAfter(id);
  useAhead(frames, document, order);
  useNews(document, siblings, { sends, lookAgain: refetch });
  useScreenTitle(document ? `Documento da inscrição ${document.subscriptionId}` : t.title);
  useItemPainted(id);

  /** Opens the item after this one or, if several were decided, after all of them. */
  const next = useCallback(
    async (done: readonly number[] = [id]) => {
      setPassed((before) => new Set([...before, ...done]));
      const following = order.find((one) => !done.includes(one));
      if (following) return go(`/documentos/${following}`, AT_ONCE);
      void forgetDocuments();
      if (!document || !may) return go(list);
      await askNext(queueOf(document), (free) =>
        free ? go(`/documentos/${free}`, { state: 'next' }) : go(list),
      );
    },
    [id, order, document, may, askNext, go, list],
  );
  useEffect(() => {
    if (stays) announce(stays);
  }, [stays]);

  const said = useSkipSaid();
  useEffect(() => announce(said ?? ''), [said]);
  const skip = useSkip(id, { onSkipped: () => void forgetDocuments(), onNext: () => void next() });
  const { decide, approveAll, clear, ...decision } = useDecision((decided, done) => {
    const { kind } = done;
    setNotice(undefined);
    announce(lineOf(done));
    if (decided.id !== id) return;
    setDraft(NO_DRAFT);
    setMode('look');
    if (kind !== 'reopened') void next();
  });
  const all = useApproveAll({
    ...{ document, isSeen: isSeen && waits === true, others, siblings, seenOf, send: approveAll },
    onDone: (approved, said) => {
      setNotice(said);
      announce(said);
      setPassed((before) => new Set([...before, ...approved]));
      // The current item stays while it is pending; the person may have moved on while offline.
      if (before.current === id && approved.includes(id)) void next(approved);
    },
  });

  const elsewhere = useDecidedElsewhere(document, decision.isOwn);
  const [known, setKnown] = useState<string>();
  const wasFaster = elsewhere && !decision.sending ? elsewhere : undefined;

  // A different item starts fresh: nothing asked, nothing typed.
  const before = useRef(id);
  useEffect(() => {
    if (before.current === id) return;
    before.current = id;
    setMode('look');
    setDraft(NO_DRAFT);
    clear();
  }, [id, clear]);

  // From the first paint on the person sees what they decide.
  useEffect(() => {
    if (!frame) return;
    let isNew = !frame.snapshot().drawn;
    frame.onPainted = () => {
      if (isNew) painted();
      isNew = false;
    };
    if (!isNew) painted();
    return () => {
      frame.onPainted = undefined;
    };
  }, [frame]);

  // A person who asked for the next item does not want one that somebody else has.
  useEffect(() => {
    if (claim.is === 'theirs' && cameBy === 'next' && order.length > 0) void next();
  }, [claim.is, cameBy, order.length, next]);

  sends.current = decision.sending === true;
  const { waits: waitsForLine = false } = decision;
  useEffect(() => announce(waitsForLine ? t.waitsForLine : ''), [waitsForLine]);
  const hindered = hinderedBy({ may, claim, takeOver: () => void takeIt(), busy: waitsForLine });
  const inTheWay = changedAt ? (
    <Changed onAgain={lookAgain}>
      <p>{t.swapped(hour(changedAt))}</p>
    </Changed>
  ) : (
    hindered
  );
  const isLooked = Boolean(shown.drawn || shown.problem);
  const send = async (wanted: Decision) => {
    if (!document || hindered || !(await decide(document, wanted))) return;
    await untilReread();
    if (before.current === id && wanted.kind === 'approved')
      setMode((now) => (now === 'look' ? 'asked' : now));
  };
  const { approve, held } = useApproval(id, {
    may: Boolean(document && !hindered && waits && isLooked),
    isAsked: mode === 'asked',
    ask: () => setMode('asked'),
    send: (concludes) => void send({ kind: 'approved', concludes }),
  });
  const busy = decision.sending || held ? t.sending : false;
  const can = document && !hindered;
  const toggleData = () => setPanel((shows) => !shows);
  const acts = {
    approve,
    refuse: () => can && waits && setMode('refuse'),
    waive: () => {
      if (!can || !mayWaive(document)) return;
      // A refused document may be waived by somebody who knows that it was refused.
      setKnown(wasFaster?.at);
      setMode('waive');
    },
    reopen: () => can && setMode('reopen'),
    skip: () => {
      if (!document || hindered) return;
      void skip({ queue: queueOf(document), itemId: id, name: document.name });
      void next();
    },
    giveBack: () => {
      void forgetDocuments();
      go(list);
    },
    next: () => void next(),
    approveAll: all.ask,
  };
  // What the person was about to write cannot be sent any more: somebody else decided it.
  const refused =
    decision.refused ??
    (wasFaster && wasFaster.at !== known && (mode === 'refuse' || mode === 'waive')
      ? { conflict: wasFaster }
      : undefined);
  const looking = !refused && (mode === 'look' || mode === 'asked');
  useKeys(
    t.keyGroup,
    looking
      ? [
          { key: 'a', label: t.approve, decides: true, run: approve },
          { key: 'Ctrl+Enter', label: t.approve, decides: true, run: approve },
          ...(mode === 'asked' ? [{ key: 'Enter', label: t.approveLast, decides: true, run: approve }] : []),
          { key: 'Escape', label: t.cancel, run: () => setMode('look') },
          { key: 'r', label: t.refuse, run: acts.refuse },
          { key: 'w', label: t.waive, run: acts.waive },
          { key: 'n', label: t.following, run: acts.next },
          { key: 's', label: t.skip, decides: true, run: acts.skip },
          { key: 'l', label: t.giveBack, run: acts.giveBack },
          { key: 'd', label: t.data, run: toggleData },
        ]
      : [],
  );

  const original = async (file: number) => {
    if (!document || saving) return;
    setSaving(true);
    await saveOriginal(document, file).catch(() => setNotice(t.problems.failed));
    setSaving(false);
  };

  const waived = mode === 'waive' ? document?.nextStatusWaived : undefined;
  const willFollow = waived ? t.lastWaived(waived.statusName) : undefined;
  // A question is never hidden along with the data.
  const isPanelOff = !panel && mode === 'look' && !refused && !decision.failure;
  return (
    <div className="review">
      <ReviewBar
        back={list}
        backLabel={t.back}
        item={id}
        title={document?.name ?? t.opening}
        about={document ? [fullName(document), t.number(document.subscriptionId), placeOf(id, siblings)] : []}
        claim={claim}
        due={item && <Due {...item} />}
        total={total}
      />
      <div className="review__body" data-panel={isPanelOff ? 'off' : undefined}>
        <Viewer
          frames={frames}
          frame={frame}
          name={document?.name ?? t.viewer}
          instead={document && insteadOf(document)}
          onOriginal={frame ? (file) => void original(file) : undefined}
          saving={saving}
          data={{ shown: !isPanelOff, toggle: toggleData }}
          last={<Last done={decision.done} notice={said ?? stays ?? notice} waits={waitsForLine} />}
        />
        <section className="review__panel" aria-label={t.panel}>
          {query.error && !document && (
            <div className="review__scroll">
              <Failed error={query.error} onRetry={() => query.refetch()} />
            </div>
          )}
          {document && refused && (
            <ConflictPanel
              refused={refused}
              text={draft.note}
              onNext={acts.next}
              onAgain={() => {
                clear();
                // If it only changed, the decision may still be sent; if it was decided, it is shown.
                if (refused.conflict.code === 'STATE_CONFLICT') setMode('look');
                lookAgain();
                void query.refetch();
              }}
              onTakeOver={() => {
                clear();
                void takeIt();
              }}
            />
          )}
          {document && !refused && mode === 'refuse' && (
            <RefusePanel
              documentName={document.name}
              person={firstName(document)}
              draft={draft}
              onDraft={setDraft}
              onRefuse={(refusal) => void send(refusal)}
              onCancel={() => setMode('look')}
              hindered={inTheWay}
              busy={busy}
            />
          )}
          {document && !refused && (mode === 'waive' || mode === 'reopen') && (
            <WordsPanel
              texts={{ label: t.reasonOf, hint: t.reasonHint, missing: t.reasonMissing }}
              rows={4}
              title={mode === 'waive' ? t.whyWaive : t.whyReopen}
              send={mode === 'reopen' ? t.sendReopening : willFollow ? t.sendLastWaiver : t.sendWaiver}
              follows={willFollow}
              value={draft.note}
              onChange={(note) => setDraft({ ...draft, note })}
              onSend={(note) =>
                void send(
                  mode === 'waive'
                    ? { kind: 'waived', note, concludes: willFollow !== undefined }
                    : { kind: 'reopened', note },
                )
              }
              onCancel={() => setMode('look')}
              hindered={inTheWay}
              busy={busy}
            />
          )}
          {document && looking && (
            <LookPanel
              document={document}
              open={others.map((one) => ({ ...one, seen: seenOf(one.id) === one.version }))}
              seenCount={all.count}
              acts={acts}
              hindered={inTheWay}
              asked={mode === 'asked'}
              busy={busy}
              failure={decision.failure}
              decidedBy={wasFaster}
            />
          )}
        </section>
      </div>
      {all.dialog}
    </div>
  );
}
