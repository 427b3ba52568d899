import { errors, type JWTVerifyOptions, type JWTVerifyResult, jwtVerify } from 'jose';

const bytesOf = (secret: string) => new TextEncoder().encode(secret);

/** Verifies a token against each of the secrets and returns its claims. Throws like jose's `jwtVerify`. */
export async function verifySigned(
  secrets: readonly string[],
  token: string,
  options: JWTVerifyOptions,
): Promise<JWTVerifyResult> {
  let problem: unknown;
  for (const secret of secrets) {
    try {
      return await jwtVerify(token, bytesOf(secret), { algorithms: ['HS256'], ...options });
    } catch (error) {
      problem = error;
      // Signed with this secret, but refused for its content.
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) break;
    }
  }
  throw problem;
}
