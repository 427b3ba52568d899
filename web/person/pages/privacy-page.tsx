import { textOf } from '@orbita/client/errors.ts';
import { ActionList } from '@orbita/ui/action-list';
import { Group } from '@orbita/ui/group';
import { DownloadIcon } from '@orbita/ui/icons/download';
import { PencilIcon } from '@orbita/ui/icons/pencil';
import { RepeatIcon } from '@orbita/ui/icons/repeat';
import { ShareIcon } from '@orbita/ui/icons/share';
import { TrashIcon } from '@orbita/ui/icons/trash';
import { LinkAction } from '@orbita/ui/link-action';
import { LoadFailed } from '@orbita/ui/load-failed';
import { Page, PageHead } from '@orbita/ui/page';
import { LoadingForm } from '@orbita/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useTitle } from '../../base/title.ts';
import { privacyPageTexts as t } from '../../texts/privacy.ts';
import { PrivacyAsk } from '../privacy-ask.tsx';
import { COPY, PrivacyCopy } from '../privacy-copy.tsx';
import { consentsQuery, officersQuery, type PrivacyKind } from '../privacy-queries.ts';
import { ProfileTabs } from '../profile-tabs.tsx';
import { PRIVACY_TAB } from '../tabs.ts';
import { PrivacyConsents } from './privacy-consents.tsx';
import { PrivacyRequests } from './privacy-requests.tsx';
import { PrivacyReview } from './privacy-review.tsx';

/** S-38: consents, rights over one's own data, and the state of requests (LGPD art. 18). */
export default function PrivacyPage() {
  useTitle(t.title);
  const [params] = useSearchParams();
  const consents = useQuery(consentsQuery());
  const copy = params.get(COPY);
  return (
    <Page width="parts" gap="section">
      <PageHead title={t.title} lead={t.lead} />
      <ProfileTabs current={PRIVACY_TAB} />
      {copy && <PrivacyCopy link={copy} />}
      {consents.data ? (
        <PrivacyConsents consents={consents.data} />
      ) : consents.isLoadingError ? (
        <LoadFailed title={t.loadFailed} onRetry={() => consents.refetch()}>
          <p>{textOf(consents.error)}</p>
        </LoadFailed>
      ) : (
        <LoadingForm fields={3} />
      )}
      <Rights />
      <PrivacyRequests />
      <Officer />
    </Page>
  );
}

function Rights() {
  const [asking, setAsking] = useState<PrivacyKind>();
  const [reviewing, setReviewing] = useState(false);
  const [notice, setNotice] = useState('');
  const open = (kind: PrivacyKind) => () => {
    setNotice('');
    setAsking(kind);
  };
  return (
    <Group title={t.rights} lead={t.rightsLead}>
      <p role="status">
        <b>{notice}</b>
      </p>
      <ActionList
        items={[
          { icon: DownloadIcon, title: t.download, note: t.downloadNote, onClick: open('export') },
          { icon: PencilIcon, title: t.correct, note: t.correctNote, onClick: open('correction') },
          { icon: ShareIcon, title: t.sharing, note: t.sharingNote, onClick: open('sharing-info') },
          { icon: RepeatIcon, title: t.review, note: t.reviewNote, onClick: () => setReviewing(true) },
          { icon: TrashIcon, title: t.erase, note: t.eraseNote, onClick: open('deletion') },
        ]}
      />
      {reviewing && <PrivacyReview onClose={() => setReviewing(false)} />}
      {asking && (
        <PrivacyAsk
          kind={asking}
          onClose={() => setAsking(undefined)}
          onDone={() => {
            setAsking(undefined);
            setNotice(t.registered);
          }}
        />
      )}
    </Group>
  );
}

/** The data protection officer (LGPD art. 41); absent if none is named. */
function Officer() {
  const { data: officers = [] } = useQuery(officersQuery());
  if (officers.length === 0) return null;
  return (
    <Group title={t.officer} lead={t.officerLead}>
      {officers.map((contact) => (
        <div key={contact}>
          {contact.includes('@') ? (
            <LinkAction href={`mailto:${contact}`}>{contact}</LinkAction>
          ) : (
            <p>{contact}</p>
          )}
        </div>
      ))}
    </Group>
  );
}
