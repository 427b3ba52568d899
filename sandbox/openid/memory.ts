import type { Adapter, AdapterPayload } from 'oidc-provider';
import { realSeconds } from '../clock.ts';

/** What a provider remembers between two requests; forgotten on restart, as a visit to its page is short. */
export class Memory implements Adapter {
  static readonly #rows = new Map<string, AdapterPayload>();
  readonly #name: string;

  constructor(name: string) {
    this.#name = name;
  }

  #key = (id: string) => `${this.#name} ${id}`;

  async upsert(id: string, payload: AdapterPayload): Promise<void> {
    Memory.#rows.set(this.#key(id), payload);
  }
  async find(id: string): Promise<AdapterPayload | undefined> {
    return Memory.#rows.get(this.#key(id));
  }
  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    for (const [key, row] of Memory.#rows)
      if (key.startsWith(`${this.#name} `) && row.uid === uid) return row;
    return undefined;
  }
  async findByUserCode(): Promise<undefined> {
    return undefined;
  }
  async consume(id: string): Promise<void> {
    const row = Memory.#rows.get(this.#key(id));
    if (row) row.consumed = realSeconds();
  }
  async destroy(id: string): Promise<void> {
    Memory.#rows.delete(this.#key(id));
  }
  async revokeByGrantId(grantId: string): Promise<void> {
    // Only this model's records: an interaction refers to the grant, too, and continues when somebody else signs in.
    for (const [key, row] of Memory.#rows)
      if (key.startsWith(`${this.#name} `) && row.grantId === grantId) Memory.#rows.delete(key);
  }
}
