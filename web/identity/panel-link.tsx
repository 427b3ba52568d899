import { LinkAction } from '@orbita/ui/link-action';
import type { MouseEvent } from 'react';

/** Opens a panel without loading the page, unless the person wants another tab. */
export function openInPlace(event: MouseEvent, open: () => void): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  open();
}

/** Link to another panel of the sign-in page: a real address, opened without loading the page. */
export function PanelLink(props: { address: string; onOpen: () => void; children: string }) {
  return (
    <LinkAction href={props.address} onClick={(event) => openInPlace(event, props.onOpen)}>
      {props.children}
    </LinkAction>
  );
}
