import { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { Grantable, Opening } from './scopes.ts';
import { type PathShapes, pathShapes } from './shapes.ts';

export type Method = 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Api = 'platform' | 'candidate' | 'operations';

/** `METHOD /api/path/{param}`; the real address is `/orbita/api` + the path. */
type CallAddress = `${Method} /${Api}/${string}`;

/**
 * Who may call: anybody, a candidate with a token, a guardian with a link (spec 12.9), a payer with a link (spec 14.9), a service
 * token or a signed-in team member who has the scope that a token would need, team members only (`staff`, spec 25.2), or an
 * external provider with its own authentication.
 */
type Auth = 'public' | 'candidate' | 'guardian' | 'payer' | 'service' | 'staff' | 'provider';

/** Headers of tus 1.0, and the location of a new resource. */
export type StandardHeader =
  | 'Location'
  | 'Tus-Extension'
  | 'Tus-Max-Size'
  | 'Tus-Resumable'
  | 'Tus-Version'
  | 'Upload-Length'
  | 'Upload-Metadata'
  | 'Upload-Offset';

/**
 * What repeating a call without an `Idempotency-Key` does: `same` finds what was requested and responds as before; `code`
 * requests or checks another proof, and attempts are counted; `answer` is such a check that its caller may repeat under their
 * key for ten minutes, and whose answer is made again instead of kept; `session` changes the sign-in itself; `secret` responds with a new
 * secret, which is not stored; `file` is identified by its upload (tus 1.0).
 */
export type Repeats = 'same' | 'code' | 'answer' | 'session' | 'secret' | 'file';

/** Everything that server and client must agree on for one call. */
export interface Call extends Opening {
  readonly summary: string;
  readonly auth: Auth;
  /**
   * What a team member must have proved (spec 25.2.4): a recent sign-in or confirmation, or (`strong`) one that a stolen mailbox
   * cannot provide. Not required from service tokens.
   */
  readonly confirm?: 'recent' | 'strong';
  /** Additional scope needed for part of what the call does or shows, and which part that is. */
  readonly within?: { readonly scope: Grantable; readonly for: string };
  /** Only for team members, because it concerns who they are: a service token gets 403 (spec 25.4). */
  readonly person?: true;
  /** For a team member, the act may have to wait for a second person: 202. Service tokens are not held back (spec 25.4.4). */
  readonly secondPerson?: true;
  /** Also accepts a token with scope `subscription:{id}` (spec 5.2). */
  readonly accessKey?: boolean;
  /**
   * The call changes a contact or a sign-in method, so a session alone is not enough (spec 5.5). `true`: the pipeline requires a
   * recent proof. `own`: the handler does, because the call carries its own proof, or only part of it needs one.
   */
  readonly freshProof?: true | 'own';
  /** `Idempotency-Key` is required (spec 2.2). */
  readonly idempotent?: true;
  /** A public call that is done once per `Idempotency-Key`, if one is sent, although its answer is not stored. */
  readonly keyed?: true;
  /** Why a writing call of a candidate or guardian is not deduplicated by `Idempotency-Key`, as all others are (spec 2.2). */
  readonly repeats?: Repeats;
  /** The response shows a secret that is not stored: an `Idempotency-Key` cannot bring it back. */
  readonly showsSecret?: true;
  /** Overrides the schemas that path parameters have by name (`pathShapes`). */
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** The body is `multipart/form-data` with one part `file`. */
  readonly multipart?: true;
  /** Text fields that may come before the file in such a form. */
  readonly formFields?: readonly string[];
  /** The body is `application/x-www-form-urlencoded`, as an external standard requires. */
  readonly form?: true;
  /** A signature covers the raw bytes of the body: the handler gets them and parses them once the signature is verified. */
  readonly signed?: true;
  /** A browser arrives from a provider's site, so nothing in its request can prove that it comes from the console's own page. */
  readonly fromProvider?: true;
  /** Media type of a body that is not JSON. */
  readonly bodyType?: string;
  /** Media type of an optional body. */
  readonly bodyMayBe?: string;
  /** Also accepted as a POST with `X-HTTP-Method-Override`, for networks that block other methods. */
  readonly override?: true;
  /** Headers of an external standard that are read, and that a successful response carries. */
  readonly headers?: {
    readonly read: readonly StandardHeader[];
    readonly answered: readonly StandardHeader[];
  };
  /** Media type of a 200 that may also be a plain byte stream. */
  readonly binary?: string;
  /** Maximum size of a JSON body in bytes if 256 KiB is not enough; such a body is only read from authenticated callers. */
  readonly bodyLimit?: number;
  /**
   * Refusals may be HTML instead of the envelope: paragraphs that the page inserts (spec 7.5), or a whole page produced by the
   * call itself for a browser that accepts one.
   */
  readonly htmlErrors?: 'paragraphs' | 'page';
  readonly responses: { readonly [status: number]: z.ZodType | null };
  /** Error codes besides those that every call or every call of its kind may return (`possibleErrors`). */
  readonly errors: readonly ErrorCode[];
}

type Usual = 'auth' | 'errors';
type Written = Omit<Call, Usual> & Partial<Pick<Call, Usual>>;
type Checked<C> = { readonly [K in keyof C]: K extends CallAddress ? Written : never };
type UsualAuth<K> = K extends `${string} /operations/${string}` ? 'service' : 'candidate';
type Whole<K, C> = C &
  (C extends { auth: Auth } ? unknown : { readonly auth: UsualAuth<K> }) &
  (C extends { errors: unknown } ? unknown : { readonly errors: readonly [] });

/**
 * Keeps the exact types of a table of calls; the keys must be well-formed call keys. Unless a call says otherwise, it is for whom
 * its API is for (`auth`: service tokens and the team, or candidates) and has no error codes of its own.
 */
export const defineCalls = <const C extends Checked<C>>(calls: C): { [K in keyof C]: Whole<K, C[K]> } => {
  const whole = Object.entries<Written>(calls).map(([key, call]) => [
    key,
    { auth: key.includes(' /operations/') ? 'service' : 'candidate', errors: [], ...call },
  ]);
  return Object.fromEntries(whole);
};

type ParamNames<P extends string> = P extends `${string}{${infer N}}${infer Rest}`
  ? N | ParamNames<Rest>
  : never;

type ShapeOf<N extends string> = N extends keyof PathShapes ? PathShapes[N] : z.ZodString;

/** Path parameters as the server reads them. */
export type ParamsOf<K extends string, C> = C extends { params: infer P extends z.ZodType }
  ? z.output<P>
  : { [N in ParamNames<K>]: z.output<ShapeOf<N>> };

/** Path parameters as a caller may pass them. */
export type ParamsInputOf<K extends string, C> = C extends { params: infer P extends z.ZodType }
  ? z.input<P>
  : { [N in ParamNames<K>]: z.input<ShapeOf<N>> };

export type QueryOf<C> = C extends { query: infer Q extends z.ZodType } ? z.output<Q> : Record<never, never>;
export type QueryInputOf<C> = C extends { query: infer Q extends z.ZodType }
  ? z.input<Q>
  : Record<never, never>;
export type BodyOf<C> = C extends { body: infer B extends z.ZodType } ? z.input<B> : undefined;
export type ParsedBodyOf<C> = C extends { body: infer B extends z.ZodType } ? z.output<B> : undefined;

type ResponsesOf<C> = C extends { responses: infer R } ? R : never;
type Shown<S> = S extends z.ZodType ? z.output<S> : undefined;
type Success<S> = S extends number ? (`${S}` extends `2${string}` ? S : never) : never;

export type StatusOf<C> = keyof ResponsesOf<C>;
export type AnswerAtOf<C, S extends StatusOf<C>> = Shown<ResponsesOf<C>[S]>;
/** Status that only team members get. */
type OfPeople<C> = C extends { secondPerson: true } ? 202 : never;
/** Response to callers who are not held back; for team members see `StaffAnswerOf`. */
export type AnswerOf<C> = {
  [S in Exclude<Success<StatusOf<C>>, OfPeople<C>>]: AnswerAtOf<C, S>;
}[Exclude<Success<StatusOf<C>>, OfPeople<C>>];
export type StaffAnswerOf<C> = { [S in Success<StatusOf<C>>]: AnswerAtOf<C, S> }[Success<StatusOf<C>>];
export type ReplyOf<C> = { [S in StatusOf<C>]: { status: S; body: AnswerAtOf<C, S> } }[StatusOf<C>];

/** Parsed call key. */
export interface Address {
  method: Method;
  api: Api;
  /** Path below `/orbita/api`, with `{param}` placeholders. */
  path: string;
  params: string[];
}

/**
 * Parses a call key.
 * @throws {Error} If the key is not of the form `METHOD /api/path`.
 */
export const addressOf = (key: string): Address => {
  const match = /^(GET|HEAD|OPTIONS|POST|PUT|PATCH|DELETE) (\/(platform|candidate|operations)\/\S+)$/.exec(
    key,
  );
  if (!match) throw new Error(`Malformed call key: ${key}`);
  const path = match[2] as string;
  return {
    method: match[1] as Method,
    api: match[3] as Api,
    path,
    params: [...path.matchAll(/\{(\w+)\}/g)].map((found) => found[1] as string),
  };
};

/** Schema of the path parameters; a mismatch means 404, since no such id can exist. */
export const paramsSchema = (key: string, call: Call): z.ZodObject => {
  if (call.params) return call.params;
  const shape: Record<string, z.ZodType> = {};
  for (const name of addressOf(key).params) {
    shape[name] = name in pathShapes ? pathShapes[name as keyof PathShapes] : z.string().min(1).max(200);
  }
  return z.object(shape);
};
