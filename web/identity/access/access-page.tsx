import { useTitle } from '../../app/title.ts';
import { ProfileTabs } from '../../person/profile-tabs.tsx';
import { ACCESS_TAB } from '../../person/tabs.ts';
import { accessTexts as t } from '../../texts/access.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Group } from '../../ui/group.tsx';
import { Page, PageHead } from '../../ui/page.tsx';
import { PasskeySection } from '../passkeys/passkey-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { SocialSection } from './social-section.tsx';

/** S-55: where the account is open, and everything that opens it. */
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
