// pino → the console of the browser, from a given level.

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const

type Write = (first: unknown, message?: string) => void

interface Logger extends Record<(typeof LEVELS)[number] | 'silent', Write> {
  readonly level: string
  child(): Logger
}

export function pino({ level = 'info' }: { readonly level?: string } = {}): Logger {
  const from = LEVELS.indexOf(level as 'info')
  const nothing: Write = () => {}
  const writes = LEVELS.map((name, at) => {
    const write: Write = (first, message) => {
      const say = at >= LEVELS.indexOf('error') ? console.error : console.warn
      say(message ?? '', (first as { err?: unknown } | null)?.err ?? first)
    }
    return [name, at >= from ? write : nothing] as const
  })
  const logger = { ...Object.fromEntries(writes), silent: nothing, level, child: () => logger } as Logger
  return logger
}

export const symbols = { serializersSym: Symbol('serializers') }
export const stdSerializers = { err: (cause: unknown): unknown => cause }
export default Object.assign(pino, { pino, symbols, stdSerializers })
