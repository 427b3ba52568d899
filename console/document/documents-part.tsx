import { DOCUMENT_LABELS } from '@orbita/domain/document';
import type { Answer } from '@orbita/protocol';
import { CheckCircleIcon } from '@orbita/ui/icons/check-circle';
import { CircleIcon } from '@orbita/ui/icons/circle';
import { ClockIcon } from '@orbita/ui/icons/clock';
import { FileIcon } from '@orbita/ui/icons/file';
import { Anchor } from '@orbita/ui/link';
import { WithName } from '@orbita/ui/with-name';
import { createElement, type ReactNode } from 'react';
import { Part } from '../act/part.tsx';
import { usePart } from '../act/queries.ts';
import { spanSince } from '../base/zone.ts';
import { documentPartTexts as t } from '../texts/parts.ts';
import { XCircleIcon } from '../ui/icons/x-circle.tsx';
import { State } from '../ui/state.tsx';

type Line = Answer<'GET /operations/subscriptions/{id}/documents'>[number];

/** Approved or waived: it is no longer missing. */
const isSettled = ({ state }: Line): boolean => state === 'approved' || state === 'waived';

function DocumentState({ state, waitingSince }: Line) {
  if (state === 'pending')
    return (
      <State status="attention" icon={CircleIcon}>
        {t.missing}
      </State>
    );
  if (state === 'sent')
    return (
      <State status="in-review" icon={ClockIcon}>
        {waitingSince ? DOCUMENT_LABELS[state] : t.checking}
      </State>
    );
  return state === 'rejected' ? (
    <State status="rejected" icon={XCircleIcon}>
      {DOCUMENT_LABELS[state]}
    </State>
  ) : (
    <State status="approved" icon={CheckCircleIcon}>
      {DOCUMENT_LABELS[state]}
    </State>
  );
}

/** The note under a document's name, if any. */
function Note({ line: { refusal, required, claim, waitingSince, state } }: { line: Line }) {
  const said: ReactNode[] = [
    refusal,
    !required && t.optional,
    claim && (claim.mine ? t.with_you : <WithName text={t.with} name={claim.by} />),
    state === 'sent' && waitingSince && t.waiting(spanSince(waitingSince)),
  ].filter(Boolean);
  if (said.length === 0) return null;
  return createElement('small', null, ...said.flatMap((one, at) => (at === 0 ? [one] : [' · ', one])));
}

/** Documents of an application, each with its state and a link to its page. */
export default function DocumentsPart({ id }: { id: number }) {
  const query = usePart(id, 'GET /operations/subscriptions/{id}/documents');
  return (
    <Part
      title={t.title}
      query={query}
      none={t.none}
      isEmpty={(lines) => lines.length === 0}
      aside={(lines) => <span className="meta">{t.count(lines.filter(isSettled).length, lines.length)}</span>}
    >
      {(lines) => (
        <ul className="rows">
          {lines.map((line) => (
            <li key={line.id}>
              <FileIcon small />
              <span>
                <Anchor className="rows__link" href={`/documentos/${line.id}`}>
                  {line.name}
                </Anchor>
                <Note line={line} />
              </span>
              <DocumentState {...line} />
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}
