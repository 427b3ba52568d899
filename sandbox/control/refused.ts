/** An instruction of a test or a person that cannot be followed, with the status of its answer. */
export class Refused extends Error {
  readonly status: number;

  constructor(status: number, text: string) {
    super(text);
    this.status = status;
  }
}
