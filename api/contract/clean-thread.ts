import { type Compiled, compileContract } from './compile.ts';

/** Worker entry that runs `compileContract` for `clean-in-thread.ts`. */
export default (html: string): Compiled => compileContract(html);
