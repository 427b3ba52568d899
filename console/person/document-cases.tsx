import { ButtonLink } from '@orbita/ui/button';
import { Notice } from '@orbita/ui/notice';
import type { Person } from '../act/status.tsx';
import { documentCaseTexts as t } from '../texts/document-case.ts';
import { casePath } from './case.ts';

/** The institution imported a person with the document of this account: the decision whose it is has its own page. */
export const DocumentCases = ({ person }: { person: Person }) =>
  person.documentCases.map(({ caseId }) => (
    <Notice key={caseId} kind="warning" title={t.notice}>
      <p>{t.waits}</p>
      <ButtonLink kind="outline" href={casePath(caseId)}>
        {t.open}
      </ButtonLink>
    </Notice>
  ));
