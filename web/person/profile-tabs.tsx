import type { ComponentType } from 'react';
import { personTexts as t } from '../texts/person.ts';
import { privacyPageTexts as privacy } from '../texts/privacy.ts';
import { LinkAction } from '../ui/link-action.tsx';
import { PrivacyPage } from './privacy-page.tsx';
import './profile-tabs.css';

/** Name of the query parameter that opens another part of the page; absent = the data. */
export const TAB = 'aba';

export const PRIVACY_TAB = 'privacidade';

export type ProfileTab = { key: string; label: string; Page: ComponentType };

/** Parts of the page besides the data (S-38): the value of `aba`, the name, and what is shown. */
export const profileTabs: readonly ProfileTab[] = [
  { key: PRIVACY_TAB, label: privacy.title, Page: PrivacyPage },
];

/** The way between the parts; nothing while there is only one. */
export function ProfileTabs({ current }: { current: string | undefined }) {
  if (profileTabs.length === 0) return null;
  const all = [{ key: undefined, label: t.title }, ...profileTabs];
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
