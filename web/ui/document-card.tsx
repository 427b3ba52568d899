import { type ReactNode, useId } from 'react';
import '../styles/document.css';
import { Card } from './card.tsx';

export type DocumentCardProps = {
  name: ReactNode;
  nameAs?: 'h2' | 'h3' | 'h4';
  chip?: ReactNode;
  help?: ReactNode;
  /** A refused document gets the danger edge. */
  rejected?: boolean;
  /** Reason, files and the upload acts. */
  children?: ReactNode;
};

/** One required document: state, name, why, files, act. */
export function DocumentCard({
  name,
  nameAs: Name = 'h3',
  chip,
  help,
  rejected,
  children,
}: DocumentCardProps) {
  const id = useId();
  return (
    <Card
      as="article"
      aria-labelledby={id}
      className="document"
      data-state={rejected ? 'rejected' : undefined}
    >
      <div className="document__head">
        {chip}
        <Name className="document__name" id={id}>
          {name}
        </Name>
        {help && <p className="document__help">{help}</p>}
      </div>
      {children}
    </Card>
  );
}

/** Buttons that send a photo or a file, side by side where they fit. */
export function UploadActions({ children }: { children: ReactNode }) {
  return <div className="upload-actions">{children}</div>;
}
