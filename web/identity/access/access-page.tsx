import { ButtonLink } from '@orbita/ui/button';
import { Group } from '@orbita/ui/group';
import { Page, PageHead } from '@orbita/ui/page';
import { useTitle } from '../../base/title.ts';
import { ProfileTabs } from '../../person/profile-tabs.tsx';
import { ACCESS_TAB } from '../../person/tabs.ts';
import { accessTexts as t } from '../../texts/access.ts';
import { PasskeySection } from '../passkeys/passkey-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { SocialSection } from './social-section.tsx';

/** S-55: where the account is signed in, and everything that opens it. */
export default function AccessPage() {
  useTitle(t.title);
  return (
    <Page width="parts" gap="section">
      <PageHead title={t.title} lead={t.lead} />
      <ProfileTabs current={ACCESS_TAB} />
      <Group title={t.password} lead={t.passwordLead}>
        <div>
          <ButtonLink kind="outline" href="/change-password">
            {t.changePassword}
          </ButtonLink>
        </div>
      </Group>
      <PasskeySection />
      <SocialSection />
      <SessionsSection />
    </Page>
  );
}
