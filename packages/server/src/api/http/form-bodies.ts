// A body of the type application/x-www-form-urlencoded ↔ the object that it means. Brackets build a structure, as most
// frameworks and clients write it: `items[0][sku]=A1`, `items[0].sku=A1`, `tags[]=new`. All values are texts.

/** Deeper than any specification states. */
const DEPTH_MAX = 10
const INDEX_MAX = 9_999
/** More than the longest list of objects has. Parsing a form costs more than parsing JSON. */
const VALUES_MAX = 10_000

/** Null: the form is ambiguous, or too large. */
export function objectOfForm(text: string): Record<string, unknown> | null {
  if (hasMoreThan(VALUES_MAX, text)) return null
  const pairs = [...new URLSearchParams(text)]
  const unreadable = pairs.reduce((sum, [name, value]) => sum + countOf('\ufffd', name) + countOf('\ufffd', value), 0)
  // The replacement character stands for invalid UTF-8; accepting it would store another text than the one that was
  // sent.
  if (unreadable > (text.match(/%EF%BF%BD|\ufffd/gi)?.length ?? 0)) return null
  return objectOfPairs(pairs)
}

/** Null: the names are ambiguous. */
export function objectOfPairs(pairs: readonly (readonly [string, string])[]): Record<string, unknown> | null {
  const form: Branch = new Map()
  for (const [name, value] of pairs) {
    const path = pathOf(name)
    if (path === null || !put(form, path, value)) return null
  }
  return plain(form) as Record<string, unknown>
}

function hasMoreThan(count: number, text: string): boolean {
  let values = 1
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) if (++values > count) return true
  return false
}

function countOf(sign: string, text: string): number {
  return text.split(sign).length - 1
}

type Branch = Map<string, Branch | string[]>

/** `items[0][sku]` and `items[0].sku` → `items`, `0`, `sku`; for `tags[]` the last one is empty. */
export function pathOf(name: string): string[] | null {
  const match = /^([^[\]]+)((?:\[[^[\]]*\]|\.[^.[\]]+)*)$/.exec(name)
  if (match === null) return null
  const inner = [...(match[2] ?? '').matchAll(/\[([^[\]]*)\]|\.([^.[\]]+)/g)].map(
    ([, key, dotted = '']) => key ?? dotted,
  )
  // A name that only has a dot at its begin or end is one key.
  const outer = match[1] ?? ''
  const first = /^[^.]+(?:\.[^.]+)*$/.test(outer) ? outer.split('.') : [outer]
  const path = [...first, ...inner]
  const isInOrder = path.slice(0, -1).every((key) => key !== '')
  return path.length <= DEPTH_MAX && isInOrder ? path : null
}

/** Names that clients send are only ever used as map keys. */
function put(form: Branch, path: readonly string[], value: string): boolean {
  let within = form
  const isSeveral = path.at(-1) === ''
  const keys = isSeveral ? path.slice(0, -1) : path
  for (const key of keys.slice(0, -1)) {
    const next = within.get(key) ?? new Map()
    if (!(next instanceof Map)) return false
    within.set(key, next)
    within = next
  }
  const last = keys.at(-1) ?? ''
  const values = within.get(last) ?? []
  if (values instanceof Map) return false
  values.push(value)
  within.set(last, values)
  return true
}

/** A branch with the keys 0, 1, 2 … becomes a list. */
function plain(branch: Branch | string[]): unknown {
  if (Array.isArray(branch)) return branch.length === 1 ? branch[0] : branch
  const keys = [...branch.keys()]
  const isList = keys.length > 0 && keys.every((key) => /^\d{1,4}$/.test(key) && Number(key) <= INDEX_MAX)
  if (isList)
    return keys.toSorted((one, other) => Number(one) - Number(other)).map((key) => plain(branch.get(key) ?? []))
  return Object.fromEntries(keys.map((key) => [key, plain(branch.get(key) ?? [])]))
}
