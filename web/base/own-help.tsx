import { LinkAction } from '@orbita/ui/link-action';
import { identityTexts as t } from '../texts/identity.ts';
import { settings } from './settings.ts';

/** Whom to ask when nobody is signed in (U33); nothing if the institution gave no contact. */
export function OwnHelp({ question = t.needHelp }: { question?: string }) {
  const { support } = settings;
  if (!support) return null;
  return (
    <p className="small center">
      {question}{' '}
      <LinkAction href={support.link} target="_blank" rel="noopener">
        {t.talk}
      </LinkAction>
      {support.hours && (
        <>
          <br />
          <span className="muted">{support.hours}</span>
        </>
      )}
    </p>
  );
}
