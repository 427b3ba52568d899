import { LinkAction } from '@orbita/ui/link-action';
import { accessTexts } from '../texts/access.ts';
import { messagesTexts } from '../texts/messaging.ts';
import { personTexts as t } from '../texts/person.ts';
import { privacyPageTexts as privacy } from '../texts/privacy.ts';
import './profile-tabs.css';
import { ACCESS_TAB, MESSAGES_TAB, PRIVACY_TAB, TAB } from './tabs.ts';

/** Parts of the page besides the data (S-38, S-48, S-55): the value of `aba` and the name. */
const profileTabs = [
  { key: PRIVACY_TAB, label: privacy.title },
  { key: MESSAGES_TAB, label: messagesTexts.title },
  { key: ACCESS_TAB, label: accessTexts.tab },
] as const;

/** Links between the parts. */
export function ProfileTabs({ current }: { current: string | undefined }) {
  const all = [{ key: undefined, label: t.tab }, ...profileTabs];
  return (
    <nav aria-label={t.tabs}>
      <ul className="profile-tabs">
        {all.map(({ key, label }) => (
          <li key={label}>
            <LinkAction
              href={key ? `/profile?${TAB}=${key}` : '/profile'}
              aria-current={key === current ? 'page' : undefined}
            >
              {label}
            </LinkAction>
          </li>
        ))}
      </ul>
    </nav>
  );
}
