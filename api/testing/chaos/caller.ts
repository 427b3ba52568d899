import { setTimeout as pause } from 'node:timers/promises';
import { Client, type Response } from '../harness.ts';

const AGAIN_MS = 150;

export class Ended extends Error {}

/**
 * A browser that does not give up: a call that is not answered, or answered with 5xx or 429, is repeated as it was,
 * at the next node.
 */
export class Caller {
  readonly #clients: Client[];
  readonly #ended: () => boolean;
  #at: number;
  repeats = 0;

  constructor(urls: readonly string[], host: string, headers: Record<string, string>, ended: () => boolean) {
    this.#clients = urls.map((url) => new Client(url, host));
    for (const client of this.#clients) client.headers = headers;
    this.#ended = ended;
    this.#at = 0;
  }

  /** `repeated`: an earlier try of it may have been done. @throws Ended when the run is over, unless `always`. */
  async ask<R extends Response>(
    call: (client: Client) => Promise<R>,
    always = false,
  ): Promise<R & { repeated: boolean }> {
    for (let tries = 0; ; tries++) {
      if (!always && this.#ended()) throw new Ended();
      const client = this.#clients[this.#at % this.#clients.length] as Client;
      const answer = await call(client).catch(() => undefined);
      for (const other of this.#clients) {
        if (other === client) continue;
        other.token = client.token;
        other.cookies.clear();
        for (const [name, value] of client.cookies) other.cookies.set(name, value);
      }
      if (answer && answer.status < 500 && answer.status !== 429) return { ...answer, repeated: tries > 0 };
      this.repeats += 1;
      this.#at += 1;
      await pause(AGAIN_MS);
    }
  }

  /** The same; refusals end the run, for nothing here is meant to be refused. */
  async good<R extends Response>(call: (client: Client) => Promise<R>, always = false): Promise<R['body']> {
    const answer = await this.ask(call, always);
    if (answer.status >= 300) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  set token(token: string) {
    for (const client of this.#clients) client.token = token;
  }
}
