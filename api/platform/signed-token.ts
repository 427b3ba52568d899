import { errors, type JWTVerifyOptions, type JWTVerifyResult, jwtVerify } from 'jose';

const bytesOf = (secret: string) => new TextEncoder().encode(secret);

/** The claims of a token that one of the secrets signed. Throws as `jwtVerify` of jose. */
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
      // Signed with this secret, and refused for what it says.
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) break;
    }
  }
  throw problem;
}
