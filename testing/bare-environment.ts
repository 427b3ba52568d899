/**
 * What a program of the project needs whatever its settings: where programs are, and where compiled modules are kept, without
 * which it starts half as fast.
 */
export const bareEnvironment = (): NodeJS.ProcessEnv => {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return { PATH, NODE_COMPILE_CACHE };
};
