import { ApiError, textOf } from '@orbita/client/errors.ts';
import { check } from '@orbita/domain/foundation';
import { DOCUMENT_LABELS, documentRules } from '@orbita/domain/identity';
import { Button } from '@orbita/ui/button';
import { ErrorSummary } from '@orbita/ui/error-summary';
import { LinkAction } from '@orbita/ui/link-action';
import { Notice } from '@orbita/ui/notice';
import { PageHead } from '@orbita/ui/page';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTitle } from '../../base/title.ts';
import { codeTexts as t } from '../../texts/codes.ts';
import { DocumentField } from '../document-field.tsx';
import type { Identified } from '../identified.ts';
import { useSmallForm } from '../small-form.ts';
import { ChannelStep } from './channel-step.tsx';
import { CodeStep } from './code-step.tsx';
import type { Asked, Channel, Contact, Sent } from './types.ts';

export type CodeRequestProps = {
  title: string;
  lead: string;
  headingRef: (heading: HTMLHeadingElement | null) => void;
  known: Identified;
  onKnown: (known: Identified) => void;
  /** Queries the server: without a channel for the contacts, with one for a code. */
  ask: (who: Identified, channel?: Channel) => Promise<Asked>;
  verify: (id: string, code: string) => Promise<void>;
  verifyLabel: string;
  verifyingLabel: string;
  channelLabel: (contact: Contact) => string;
  /** Text for when an e-mail or SMS could not be sent. */
  sendFailed: (channel: Channel) => string;
  /** The way back, under the form. */
  children: ReactNode;
};

type Stage = 'document' | 'channel' | 'code';

/** The steps of S-03 and S-07: document, channel and code. */
export function CodeRequest(props: CodeRequestProps) {
  const { title, lead, headingRef, known, ask } = props;
  const [contacts, setContacts] = useState<Contact[]>();
  const [sent, setSent] = useState<Sent & { channel: Channel }>();
  const [wrong, setWrong] = useState(false);
  const who = useRef(known);
  const stage: Stage = sent ? 'code' : contacts ? 'channel' : 'document';
  const heading = useStageFocus(stage, headingRef);
  useTitle(title, wrong);

  const send = async (channel: Channel) => {
    const answer = await ask(who.current, channel);
    if (!('channels' in answer)) setSent({ ...answer, channel });
  };
  const troubleOf = (error: unknown, channel: Channel) =>
    error instanceof ApiError && error.code === 'SEND_FAILED' ? props.sendFailed(channel) : textOf(error);
  const back = () => {
    setWrong(false);
    setSent(undefined);
    if (stage === 'channel' || contacts?.length === 1) setContacts(undefined);
  };
  const text = sent ? (sent.masked ? t.sent(sent.masked) : t.sentBlind) : lead;
  return (
    <>
      <PageHead title={title} lead={text} ref={heading} />
      {stage === 'document' && (
        <WhoStep
          known={who.current}
          onWrong={setWrong}
          onNext={async (typed) => {
            who.current = typed;
            props.onKnown(typed);
            const answer = await ask(typed);
            if ('channels' in answer) setContacts(answer.channels);
          }}
        />
      )}
      {stage === 'channel' && (
        <ChannelStep
          contacts={contacts ?? []}
          labelOf={props.channelLabel}
          onSend={send}
          troubleOf={troubleOf}
        />
      )}
      {sent && (
        <CodeStep
          sent={sent}
          label={props.verifyLabel}
          busyLabel={props.verifyingLabel}
          onVerify={props.verify}
          onResend={() => send(sent.channel)}
          troubleOf={(error) => troubleOf(error, sent.channel)}
          onWrong={setWrong}
        />
      )}
      <div className="stack stack--tight center">
        {stage !== 'document' && (
          <LinkAction onClick={back}>
            {stage === 'code' && (contacts?.length ?? 0) > 1 ? t.otherWay : t.otherDocument}
          </LinkAction>
        )}
        {props.children}
      </div>
    </>
  );
}

/** Focuses the heading of each step; the code step focuses its input. */
function useStageFocus(stage: Stage, headingRef: CodeRequestProps['headingRef']) {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(stage);
  useEffect(() => {
    if (before.current === stage) return;
    before.current = stage;
    if (stage !== 'code') heading.current?.focus();
  }, [stage]);
  return (element: HTMLHeadingElement | null) => {
    heading.current = element;
    headingRef(element);
  };
}

type WhoStepProps = {
  known: Identified;
  onNext: (who: Identified) => Promise<void>;
  onWrong: (wrong: boolean) => void;
};

function WhoStep({ known, onNext, onWrong }: WhoStepProps) {
  const form = useSmallForm<Identified>(known, {
    judge: (values) => check(values, documentRules(values.documentType)),
    labels: ({ documentType }) => ({ document: DOCUMENT_LABELS[documentType] }),
  });
  const { values, set, field, summary, busy, failure } = form;
  const wrong = summary.length > 0;
  useEffect(() => onWrong(wrong), [wrong, onWrong]);
  return (
    <form className="stack" method="post" noValidate ref={form.ref} onSubmit={form.submit(onNext)}>
      <ErrorSummary errors={summary} focusOn={form.attempts} />
      {failure !== undefined && <Notice kind="danger" role="alert" title={textOf(failure)} />}
      <DocumentField
        type={values.documentType}
        value={values.document}
        error={field('document').error}
        onType={(documentType) => set('documentType', documentType)}
        onValue={(document) => set('document', document)}
      />
      <Button type="submit" block busy={busy && t.looking}>
        {t.next}
      </Button>
    </form>
  );
}
