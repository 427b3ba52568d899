import { Anchor } from './link.tsx';
import { uiTexts } from './texts.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

export type LogoProps = {
  href: string;
  name: string;
  /** Small second line ("Centro Universitário"). */
  detail?: string | undefined;
  /** The institution's own image; without it the initial is drawn inside an orbit. */
  src?: string;
  /** The image is the whole logo, including the name; otherwise it is only the mark, with the name beside it. */
  whole?: boolean;
};

/** The institution's logo, linked to its first page. */
export function Logo({ href, name, detail, src, whole }: LogoProps) {
  return (
    <Anchor className="logo" href={href}>
      {src && whole ? (
        <img className="logo__image" src={src} alt={name} />
      ) : (
        <>
          {src ? <img className="logo__sign" src={src} alt="" /> : <Initial name={name} />}
          <span translate="no">
            {name}
            {detail && <small>{detail}</small>}
          </span>
        </>
      )}
      <VisuallyHidden>{uiTexts.homePage}</VisuallyHidden>
    </Anchor>
  );
}

const Initial = ({ name }: { name: string }) => (
  <svg className="logo__mark" viewBox="0 0 36 36" aria-hidden="true" focusable="false">
    <circle cx="18" cy="18" r="16.5" fill="none" stroke="currentColor" strokeWidth="2" />
    <text x="18" y="24.5" textAnchor="middle" fontSize="18" fontWeight="700" fill="currentColor">
      {name.slice(0, 1)}
    </text>
  </svg>
);
