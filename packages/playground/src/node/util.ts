// node:util, as far as it is used.

type Callback = (cause: unknown, value?: unknown) => void
type WithCallback = (...asked: unknown[]) => unknown

const custom = Symbol.for('nodejs.util.promisify.custom')

export function promisify(work: WithCallback): (...asked: unknown[]) => Promise<unknown> {
  const own = (work as unknown as Record<symbol, unknown>)[custom]
  if (typeof own === 'function') return own as (...asked: unknown[]) => Promise<unknown>
  return function (this: unknown, ...asked) {
    return new Promise((resolve, reject) => {
      const told: Callback = (cause, value) => (cause == null ? resolve(value) : reject(cause as Error))
      work.call(this, ...asked, told)
    })
  }
}
promisify.custom = custom

export function inherits(made: { prototype: object; super_?: unknown }, from: { prototype: object }): void {
  made.super_ = from
  Object.setPrototypeOf(made.prototype, from.prototype)
}

export const deprecate = <Work>(work: Work): Work => work
export const debuglog = (): (() => void) => Object.assign(() => {}, { enabled: false })
export const debug = debuglog

export function inspect(value: unknown): string {
  if (value instanceof Error) return value.stack ?? value.message
  return typeof value === 'object' ? (JSON.stringify(value) ?? String(value)) : String(value)
}
inspect.custom = Symbol.for('nodejs.util.inspect.custom')

export function format(first: unknown, ...rest: unknown[]): string {
  let at = 0
  const text = String(first).replace(/%[sdifjoOc%]/g, (mark) => (mark === '%%' ? '%' : inspect(rest[at++])))
  return [text, ...rest.slice(at).map(inspect)].join(' ')
}

/** Compares JSON. */
export function isDeepStrictEqual(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const values = other as Readonly<Record<string, unknown>>
  const entries = Object.entries(one)
  return (
    entries.length === Object.keys(other).length &&
    entries.every(([name, value]) => Object.hasOwn(other, name) && isDeepStrictEqual(value, values[name]))
  )
}

export const types = {
  isDate: (value: unknown): boolean => value instanceof Date,
  isRegExp: (value: unknown): boolean => value instanceof RegExp,
  isNativeError: (value: unknown): boolean => value instanceof Error,
  isUint8Array: (value: unknown): boolean => value instanceof Uint8Array,
  isAnyArrayBuffer: (value: unknown): boolean => value instanceof ArrayBuffer,
  isPromise: (value: unknown): boolean => value instanceof Promise,
  isProxy: (): boolean => false,
}
export const { isDate, isRegExp } = types
export const { isArray } = Array
export const TextEncoder = globalThis.TextEncoder
export const TextDecoder = globalThis.TextDecoder
export const stripVTControlCharacters = (text: string): string => text
export const callbackify =
  (work: (...asked: unknown[]) => Promise<unknown>) =>
  (...asked: unknown[]): void => {
    const told = asked.pop() as Callback
    work(...asked).then(
      (value) => told(null, value),
      (cause: unknown) => told(cause),
    )
  }

export default {
  promisify,
  inherits,
  deprecate,
  debuglog,
  debug,
  inspect,
  format,
  types,
  TextEncoder,
  TextDecoder,
  callbackify,
  ...types,
}
