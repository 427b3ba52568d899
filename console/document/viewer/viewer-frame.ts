import { readToPage, type ToFrame, type ToPage } from '../../viewer/shared/messages.ts';

const ADDRESS = '/orbita/equipe/viewer';

/**
 * One frame that renders the files of one document (spec 25.8): an opaque origin without cookies, storage or network, so that a
 * malicious file can reach neither this page nor another person's document. It receives no key or pointer events: nothing it
 * shows can press a button here.
 */
export class ViewerFrame {
  readonly element: HTMLIFrameElement;
  readonly #listen: (message: ToPage) => void;
  readonly #waiting: [ToFrame, Transferable[]][] = [];
  #port: MessagePort | undefined;
  #isReady = false;
  #isOver = false;

  /** Puts the frame into its holder; its messages are received from then on. */
  constructor(holder: HTMLElement, title: string, listen: (message: ToPage) => void) {
    this.#listen = listen;
    this.element = holder.ownerDocument.createElement('iframe');
    this.element.setAttribute('sandbox', 'allow-scripts');
    this.element.setAttribute('allow', '');
    this.element.referrerPolicy = 'no-referrer';
    this.element.title = title;
    this.element.tabIndex = -1;
    this.element.src = ADDRESS;
    this.element.addEventListener('load', () => this.#meet());
    holder.append(this.element);
  }

  /** Sends a message as soon as the frame is ready, in order. */
  send(message: ToFrame, transfer: Transferable[] = []): void {
    if (this.#isOver) return;
    if (this.#isReady) this.#port?.postMessage(message, transfer);
    else this.#waiting.push([message, transfer]);
  }

  /** Removes the frame with everything in it. */
  close(): void {
    this.#isOver = true;
    this.#port?.close();
    this.#waiting.length = 0;
    this.element.remove();
  }

  #meet(): void {
    // A frame that loads twice has left our page; whatever is there now gets nothing.
    if (this.#port || this.#isOver) {
      this.close();
      return;
    }
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.onmessage = ({ data }) => this.#receive(readToPage(data));
    // Its origin is opaque and cannot be named as a target; the sandbox guarantees who is there.
    this.element.contentWindow?.postMessage(null, '*', [port2]);
  }

  #receive(message: ToPage | undefined): void {
    if (!message || this.#isOver) return;
    if (message.tell !== 'ready') {
      this.#listen(message);
      return;
    }
    this.#isReady = true;
    for (const [waiting, transfer] of this.#waiting.splice(0)) this.#port?.postMessage(waiting, transfer);
  }
}
