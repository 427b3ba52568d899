/** Fields of requests and answers that no log line may contain (S27). */
const PRIVATE = new Set([
  'document',
  'cpf',
  'rg',
  'email',
  'cellPhone',
  'phone',
  'street',
  'motherName',
  'password',
  'newPassword',
  'currentPassword',
  'essay',
  'details',
  'accessToken',
  'socialAccessToken',
  'ticket',
  'resetToken',
  'linkToken',
  'FormatedContract',
]);
/** Shorter values occur in any text by chance. */
const SHORTEST = 8;
/** Only the beginning of a long text is searched. */
const LONGEST = 60;

/** Collects the private values of a test run, and finds them in log lines. */
export class LogWatch {
  readonly #marks = new Map<string, string>();
  readonly #lines: string[] = [];

  line(text: string): void {
    this.#lines.push(text);
  }

  lines(): readonly string[] {
    return this.#lines;
  }

  /** Collects the private values of a body at any depth. */
  note(body: unknown): void {
    if (typeof body !== 'object' || body === null) return;
    for (const [name, value] of Object.entries(body)) {
      if (typeof value === 'object') this.note(value);
      else if (PRIVATE.has(name) && typeof value === 'string' && value.trim().length >= SHORTEST)
        this.#marks.set(value.trim().slice(0, LONGEST), name);
    }
  }

  /** @throws naming the first field that reached the log. */
  check(): void {
    for (const line of this.#lines)
      for (const [mark, name] of this.#marks)
        if (line.includes(mark)) throw new Error(`S27 the log shows ${name} ${mark}: ${line}`);
  }
}
