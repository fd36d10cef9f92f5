export const root: string
export function node24(): string
export function toolEnvironment(extra?: Readonly<Record<string, string>>): NodeJS.ProcessEnv
export function runNpm(
  commandLine: readonly string[],
  folder?: string,
): { readonly status: number; readonly output: string }
/** Ends the process: what happened, then what to do. */
export function stop(what: string, whatToDo: string): never
