import { AskDialog } from '@orbita/web/ui/ask-dialog';
import { CheckIcon } from '@orbita/web/ui/icons/check';
import { Notice } from '@orbita/web/ui/notice';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useParams } from 'react-router';
import { call, NetworkError, textOf } from '../app/api.ts';
import { useGo, useInstitution } from '../app/institution.ts';
import { usePollMs, useTeamEvent } from '../app/live.ts';
import { useMay } from '../app/me.ts';
import { Failed } from '../app/states.tsx';
import { useScreenTitle } from '../app/title.ts';
import { hour } from '../app/zone.ts';
import { documentTexts as t } from '../texts/document.ts';
import { itemPainted, useItemPainted, useKeys } from '../ui/keys.ts';
import { BenchBar } from '../work/bench-bar.tsx';
import { type ClaimState, useBenchClaim } from '../work/claim.ts';
import { Due } from '../work/due.tsx';
import { Changed, readOnlyNotice, takenNotice } from '../work/hindered.tsx';
import { useSkip, useSkipSaid } from '../work/skip.ts';
import '../styles/bench.css';
import { afterAll } from './after-all.ts';
import { ConflictPanel } from './conflict-panel.tsx';
import {
  bytesOf,
  cleanFiles,
  type DocumentPage,
  type DocumentQueue,
  documentQuery,
  firstName,
  forgetDocuments,
  fullName,
  isOpen,
  queueOf,
  saveOriginal,
  WATCH_MS,
} from './document.ts';
import { listBehind } from './list-address.ts';
import { LookPanel } from './look-panel.tsx';
import { ReasonPanel } from './reason-panel.tsx';
import { type Draft, RefusePanel } from './refuse-panel.tsx';
import { framedOf, useAhead, useUpcoming } from './use-ahead.ts';
import { type Decision, type Done, useDecision } from './use-decision.ts';
import { useLooked } from './use-looked.ts';
import { useSeen } from './use-seen.ts';
import { Frames } from './viewer/frames.ts';
import { useShown, Viewer } from './viewer/viewer.tsx';

/** From now on the person sees what she decides; the mark tells those who measure it (`npm run bench -- document`). */
const painted = (): void => {
  itemPainted();
  performance.mark('document-painted');
};

type Mode = 'look' | 'asked' | 'refuse' | 'waive' | 'reopen';
const NO_DRAFT: Draft = { reason: undefined, note: '' };
const PART = 'documents.review';

/** E-04, the bench: the file at the left, what the person said at the right, one key for a decision (spec 25.8). */
export default function BenchPage() {
  const id = Number(useParams().id);
  const go = useGo();
  const { state: cameBy, search } = useLocation();
  /** The list it was opened from; what comes after it by itself leads back there, too. */
  const [cameFrom] = useState(search);
  const lastQueue = useRef<DocumentQueue>(undefined);
  const may = useMay()(PART);
  const institution = useInstitution()?.code;
  const [frames] = useState(() => new Frames(bytesOf));
  const query = useQuery({ ...documentQuery(id, true), refetchInterval: usePollMs(WATCH_MS) });
  const { document, changedAt, lookAgain } = useLooked(id, query.data);
  const waits = document && isOpen(document);
  if (document) lastQueue.current = queueOf(document);
  const list = listBehind(cameFrom, lastQueue.current);
  const { claim, takeIt } = useBenchClaim({
    kind: 'document',
    id,
    holds: may && waits === true,
    holder: query.data?.claim,
    lookAgain: query.refetch,
  });
  const [passed, setPassed] = useState<ReadonlySet<number>>(new Set());
  const { order, others, siblings, total, item } = useUpcoming(document, institution, passed);
  const frame = document && frames.of(framedOf(document));
  const shown = useShown(frame);
  const { isSeen, seenOf } = useSeen(document, shown);
  const [mode, setMode] = useState<Mode>('look');
  const [draft, setDraft] = useState(NO_DRAFT);
  const [panel, setPanel] = useState(true);
  const [saving, setSaving] = useState(false);
  const [asksAll, setAsksAll] = useState(false);
  const [told, setTold] = useState<string>();
  /** Why there is no next one to go to. */
  const [stays, setStays] = useState<string>();
  useAhead(frames, document, order);
  useTeamEvent('application.changed', (event) => {
    if (event.subscriptionId === document?.subscriptionId) void query.refetch();
  });
  // What was still being checked came into the queue: now there is something to look at.
  useTeamEvent('queue.changed', () => {
    if (document && cleanFiles(document.files).length === 0) void query.refetch();
  });
  useScreenTitle(document ? `Documento da inscrição ${document.subscriptionId}` : t.title);
  useItemPainted(id);

  const next = useCallback(async () => {
    setPassed((before) => new Set(before).add(id));
    setStays(undefined);
    const [following] = order;
    if (following) return go(`/documentos/${following}`, { state: 'next' });
    if (!document) return go(list);
    let found: { itemId: number } | undefined;
    try {
      found = await call('POST /operations/queues/{queue}/next', {
        params: { queue: queueOf(document) },
        body: { after: id, institution },
      });
    } catch (error) {
      // Without a line she stays with what she looks at.
      if (error instanceof NetworkError) return setStays(textOf(error));
    }
    if (found && found.itemId !== id) go(`/documentos/${found.itemId}`, { state: 'next' });
    else go(list);
  }, [id, order, document, institution, go, list]);

  const said = useSkipSaid();
  const skip = useSkip(id, { onSkipped: forgetDocuments, onNext: () => void next() });
  const { decide, clear, ...decision } = useDecision((decided, { kind }) => {
    setDraft(NO_DRAFT);
    setMode('look');
    setTold(undefined);
    if (decided.id === id && kind !== 'reopened') void next();
  });

  // Another item begins as it is: nothing asked, nothing typed.
  const before = useRef(id);
  useEffect(() => {
    if (before.current === id) return;
    before.current = id;
    setMode('look');
    setDraft(NO_DRAFT);
    clear();
  }, [id, clear]);

  // From the first paint on the person sees what she decides.
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

  // Who asked for the next one does not want one that somebody else has.
  useEffect(() => {
    if (claim.is === 'theirs' && cameBy === 'next' && order.length > 0) void next();
  }, [claim.is, cameBy, order.length, next]);

  const busy = decision.sending ? t.sending : false;
  const hindered = hinderedBy({ may, claim, takeOver: () => void takeIt(), busy: decision.waits === true });
  const inTheWay = changedAt ? (
    <Changed onAgain={lookAgain}>
      <p>{t.swapped(hour(changedAt))}</p>
    </Changed>
  ) : (
    hindered
  );
  const isLooked = Boolean(shown.drawn || shown.problem);
  const send = (wanted: Decision) => document && !hindered && void decide(document, wanted);
  const approve = () => {
    if (!document || hindered || !waits || !isLooked) return;
    // The last required one moves the application, so it is asked for (spec 25.8).
    if (document.nextStatus && mode !== 'asked') setMode('asked');
    else send({ kind: 'approved' });
  };
  const can = document && !hindered;
  const acts = {
    approve,
    refuse: () => can && waits && setMode('refuse'),
    waive: () => can && ['sent', 'pending', 'rejected'].includes(document.state) && setMode('waive'),
    reopen: () => can && setMode('reopen'),
    skip: () => {
      if (!document || hindered) return;
      void skip({ queue: queueOf(document), itemId: id, name: document.name });
      void next();
    },
    giveBack: () => {
      forgetDocuments();
      go(list);
    },
    next: () => void next(),
    approveAll: () => setAsksAll(true),
  };
  const looking = !decision.refused && (mode === 'look' || mode === 'asked');
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
          { key: 'd', label: t.data, run: () => setPanel((shows) => !shows) },
        ]
      : [],
  );

  const original = async (file: number) => {
    if (!document || saving) return;
    setSaving(true);
    await saveOriginal(document, file).catch(() => setTold(t.problems.failed));
    setSaving(false);
  };
  const all = [
    ...(document && waits && isSeen ? [{ id: document.id, version: document.version }] : []),
    ...others
      .filter(({ id: other, version }) => seenOf(other) === version)
      .map(({ id, version }) => ({ id, version })),
  ];
  const approveAll = async () => {
    setAsksAll(false);
    const items = all.map((one) => ({ ...one, decision: 'approved' as const }));
    const results = await call('POST /operations/documents/reviews', { body: { items } }).catch(() => []);
    const done = results.filter(({ code }) => !code).length;
    setTold(done === items.length ? t.allApproved(done) : t.someLeft(items.length - done));
    await query.refetch();
    if (done > 0) void next();
  };

  return (
    <div className="bench">
      <BenchBar
        back={list}
        backLabel={t.back}
        title={document?.name ?? t.opening}
        about={document ? [fullName(document), t.number(document.subscriptionId)] : []}
        claim={claim}
        due={item && <Due {...item} />}
        total={total}
      />
      <div className="bench__body" data-panel={panel ? undefined : 'off'}>
        <Viewer
          frames={frames}
          frame={frame}
          name={document?.name ?? t.viewer}
          instead={document && insteadOf(document)}
          onOriginal={frame ? (file) => void original(file) : undefined}
          saving={saving}
          last={<Last done={decision.done} told={said ?? stays ?? told} waits={decision.waits === true} />}
        />
        <section className="bench__panel" aria-label={t.panel}>
          {query.error && !document && (
            <div className="bench__scroll">
              <Failed error={query.error} onRetry={() => void query.refetch()} />
            </div>
          )}
          {document && decision.refused && (
            <ConflictPanel
              refused={decision.refused}
              text={draft.note}
              onNext={acts.next}
              onAgain={() => {
                clear();
                lookAgain();
                void query.refetch();
              }}
              onTakeOver={() => {
                clear();
                void takeIt();
              }}
            />
          )}
          {document && !decision.refused && mode === 'refuse' && (
            <RefusePanel
              documentName={document.name}
              person={firstName(document)}
              draft={draft}
              onDraft={setDraft}
              onRefuse={send}
              onCancel={() => setMode('look')}
              hindered={inTheWay}
              busy={busy}
            />
          )}
          {document && !decision.refused && (mode === 'waive' || mode === 'reopen') && (
            <ReasonPanel
              title={mode === 'waive' ? t.whyWaive : t.whyReopen}
              send={mode === 'waive' ? t.sendWaiver : t.sendReopening}
              value={draft.note}
              onChange={(note) => setDraft({ ...draft, note })}
              onSend={(note) => send({ kind: mode === 'waive' ? 'waived' : 'reopened', note })}
              onCancel={() => setMode('look')}
              hindered={inTheWay}
              busy={busy}
            />
          )}
          {document && looking && (
            <LookPanel
              document={document}
              open={others.map((one) => ({ ...one, seen: seenOf(one.id) === one.version }))}
              seenCount={all.length}
              acts={acts}
              hindered={inTheWay}
              asked={mode === 'asked'}
              busy={busy}
              failure={decision.failure}
            />
          )}
        </section>
      </div>
      <AskDialog
        open={asksAll}
        title={t.approveAll(all.length)}
        yes={t.approve}
        no={t.cancel}
        onYes={() => void approveAll()}
        onNo={() => setAsksAll(false)}
      >
        <p>{t.afterAll(afterAll(siblings, new Set(all.map((one) => one.id))))}</p>
      </AskDialog>
    </div>
  );
}

type HinderedBy = { may: boolean; claim: ClaimState; takeOver: () => void; busy: boolean };

/** Why nothing can be decided now, with what can be done about it; undefined = it can. */
function hinderedBy({ may, claim, takeOver, busy }: HinderedBy): ReactNode {
  if (!may) return readOnlyNotice(PART);
  if (busy) return <Notice kind="warning" role="status" title={t.waitsForLine} />;
  return takenNotice(claim, takeOver);
}

/** The team is given clean files alone (spec 15.1), so of what was sent and has none the file is still being checked. */
const insteadOf = ({ files, state }: DocumentPage): ReactNode => {
  if (cleanFiles(files).length > 0) return undefined;
  return (
    <div className="viewer__refused">
      <Notice role="status">{state === 'sent' ? t.problems.scanning : t.problems.none}</Notice>
    </div>
  );
};

function Last({ done, told, waits }: { done: Done | undefined; told: string | undefined; waits: boolean }) {
  if (waits) return t.waitsForLine;
  if (told) return told;
  if (!done) return null;
  return (
    <>
      <CheckIcon small />
      {t.line(t.done[done.kind], done.name, hour(new Date(done.at)))}
    </>
  );
}
