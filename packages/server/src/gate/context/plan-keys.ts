// Arguments of a planner → a cache key, equal only for equal arguments. Objects that live as long as the application
// (its model, earlier plans) are numbered; everything else is serialized.

type Written = string | number | boolean | null | undefined | object

/** Parts of a plan are numbered down to this depth. */
const PARTS_DEPTH = 2

export class PlanKeys {
  /** `#1;` for each numbered object. */
  private readonly numbers = new WeakMap<object, string>()
  private last = 0
  /** Names of planners and sets of roles, which are few and long, as numbers. */
  private readonly shortNames = new Map<string, string>()

  constructor(known: readonly object[]) {
    for (const each of known) this.number(each, Number.POSITIVE_INFINITY)
  }

  keyOf(name: string, rolesKey: string, given: readonly unknown[]): string {
    let key = this.shortName(name) + this.shortName(rolesKey)
    for (const each of given) key += this.written(each as Written)
    return key
  }

  remember(plan: unknown): void {
    if (typeof plan === 'object' || typeof plan === 'function') this.number(plan, PARTS_DEPTH)
  }

  private shortName(name: string): string {
    let short = this.shortNames.get(name)
    if (short === undefined) this.shortNames.set(name, (short = `${this.shortNames.size};`))
    return short
  }

  private number(value: object | null, depth: number): void {
    if (value === null || this.numbers.has(value)) return
    this.numbers.set(value, `#${++this.last};`)
    if (depth === 0 || typeof value === 'function') return
    for (const [name, part] of Object.entries(value))
      // Positions in the text do not affect plans, and every expression has one.
      if (typeof part === 'object' && name !== 'span') this.number(part as object | null, depth - 1)
  }

  private written(value: Written): string {
    switch (typeof value) {
      case 'string':
        return text(value)
      case 'number':
        return `n${value};`
      case 'boolean':
        return value ? 't' : 'f'
      case 'undefined':
        return 'u'
      case 'object':
        return value === null ? '~' : this.writtenObject(value)
      default:
        throw new TypeError(`A plan cannot depend on a ${typeof value}.`)
    }
  }

  private writtenObject(value: object): string {
    const number = this.numbers.get(value)
    if (number !== undefined) return number
    if (Array.isArray(value)) {
      let items = '['
      for (const item of value as Written[]) items += this.written(item)
      return `${items}]`
    }
    if (value instanceof Set)
      return `<${[...(value as Set<Written>)]
        .map((each) => this.written(each))
        .sort()
        .join('')}>`
    const kind: unknown = Object.getPrototypeOf(value)
    if (kind !== Object.prototype && kind !== null)
      throw new TypeError(`A plan cannot depend on a ${value.constructor.name}.`)
    let parts = ''
    for (const name of Object.keys(value)) parts += text(name) + this.written((value as Record<string, Written>)[name])
    return `{${parts}}`
  }
}

/** The length prefix keeps adjacent texts apart. */
function text(value: string): string {
  return `${value.length}:${value}`
}
