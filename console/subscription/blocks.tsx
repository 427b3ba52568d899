import type { Scope } from '@orbita/domain/staff';
import { lazy, type ReactNode, Suspense } from 'react';
import type { Application } from '../act/status.tsx';
import { holdsFor, useMe } from '../base/me.ts';
import { ApplicationFacts } from './application-facts.tsx';
import { selectionKinds } from './parts.ts';

const DocumentsPart = lazy(() => import('../document/documents-part.tsx'));
const MoneyPart = lazy(() => import('../payment/money-part.tsx'));
const SelectionPart = lazy(() => import('./selection-part.tsx'));
const ContractPart = lazy(() => import('../contract/contract-part.tsx'));
const MessagesPart = lazy(() => import('../messaging/messages-part.tsx'));

/**
 * What is known about an application: a block for each capability that the caller has permission for at its institution (spec
 * 25.6.1).
 */
export function Blocks({ application }: { application: Application }) {
  const me = useMe();
  const may = (...parts: readonly Scope[]) => holdsFor(me, parts, application.institutionCode);
  const { id, deadlines } = application;
  const kinds = selectionKinds(application, may);
  return (
    <div className="blocks">
      {may('documents.read') && (
        <Block>
          <DocumentsPart id={id} />
        </Block>
      )}
      {may('payments.read') && (
        <Block>
          <MoneyPart id={id} until={deadlines.payment} />
        </Block>
      )}
      {kinds.length > 0 && (
        <Block>
          <SelectionPart of={application} kinds={kinds} />
        </Block>
      )}
      <Block>
        <ApplicationFacts application={application} />
      </Block>
      <Block>
        <ContractPart id={id} />
      </Block>
      {may('messages.read') && (
        <Block>
          <MessagesPart id={id} />
        </Block>
      )}
    </div>
  );
}

/** Each loads by itself, so that a slow one does not delay the others. */
const Block = ({ children }: { children: ReactNode }) => <Suspense>{children}</Suspense>;
