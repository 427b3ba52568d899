import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import type { Product } from './product.ts';

/** A proxy between browser and product that can cut open connections, which browsers cannot simulate. */
export class Line {
  readonly #server: Server;
  readonly #ends = new Set<Socket>();
  #isCut = false;
  #sent = 0;

  private constructor(to: number) {
    this.#server = createServer((near) => {
      if (this.#isCut) return near.destroy();
      const far = connect({ host: '127.0.0.1', port: to });
      near.on('data', (bytes) => {
        this.#sent += bytes.length;
      });
      for (const [end, other] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#ends.add(end);
        end.on('error', () => end.destroy());
        end.on('close', () => {
          this.#ends.delete(end);
          other.destroy();
        });
        end.pipe(other);
      }
    });
  }

  static async to(product: Product): Promise<Line> {
    const line = new Line(product.port);
    await new Promise<void>((done) => line.#server.listen(0, '127.0.0.1', done));
    return line;
  }

  /** The same address, reached through this proxy. */
  over(url: string): string {
    const address = new URL(url);
    address.port = String((this.#server.address() as AddressInfo).port);
    return address.href;
  }

  /** Bytes received from the browser so far, including headers. */
  get sent(): number {
    return this.#sent;
  }

  /** Cuts all connections and refuses new ones until `restore`. */
  cut(): void {
    this.#isCut = true;
    for (const end of this.#ends) end.destroy();
  }

  restore(): void {
    this.#isCut = false;
  }

  close(): void {
    this.cut();
    this.#server.close();
  }
}
