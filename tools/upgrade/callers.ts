import { AlternatingClient } from '@orbita/testing/alternating';
import { PatientCaller } from '../chaos/caller.ts';

/** An `AlternatingClient` in the form that the chaos candidates need. */
export class AlternatingCaller extends PatientCaller {
  readonly both: AlternatingClient;

  constructor(urls: readonly string[], host: string, headers: Record<string, string>) {
    super([], host, headers, () => false);
    this.both = new AlternatingClient(urls, host, headers);
    this.clients.push(this.both);
  }
}
