// A body of the type application/x-www-form-urlencoded ↔ the object that it means. Brackets lead into it, as most
// frameworks and clients write them: `items[0][sku]=A1`, `tags[]=new`. All values are texts.

/** Deeper than any text states; a body that goes on is no form of ours. */
const DEPTH_MAX = 10
const INDEX_MAX = 9_999
/** More than the longest list of objects has values; taking a form apart costs more than reading JSON. */
const VALUES_MAX = 10_000

/** Null: it is no form that has one meaning, or more than anybody fills in. */
export function objectOfForm(text: string): Record<string, unknown> | null {
  if (hasMoreThan(VALUES_MAX, text)) return null
  const pairs = [...new URLSearchParams(text)]
  const unreadable = pairs.reduce((sum, [name, value]) => sum + countOf('\ufffd', name) + countOf('\ufffd', value), 0)
  // Bytes that are no UTF-8 come as this sign: what was sent would be kept as something else.
  if (unreadable > (text.match(/%EF%BF%BD|\ufffd/gi)?.length ?? 0)) return null
  return objectOfPairs(pairs)
}

/** Null: the names of the values have no one meaning. */
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

/** `items[0][sku]` → `items`, `0`, `sku`; of `tags[]` the last one is empty. */
export function pathOf(name: string): string[] | null {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name)
  if (match === null) return null
  const inner = [...(match[2] ?? '').matchAll(/\[([^[\]]*)\]/g)].map(([, key = '']) => key)
  const path = [match[1] ?? '', ...inner]
  const isInOrder = path.slice(0, -1).every((key) => key !== '')
  return path.length <= DEPTH_MAX && isInOrder ? path : null
}

/** Sent names are keys of a map and nothing else. */
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

/** A branch whose keys are 0, 1, 2 … is a list. */
function plain(branch: Branch | string[]): unknown {
  if (Array.isArray(branch)) return branch.length === 1 ? branch[0] : branch
  const keys = [...branch.keys()]
  const isList = keys.length > 0 && keys.every((key) => /^\d{1,4}$/.test(key) && Number(key) <= INDEX_MAX)
  if (isList)
    return keys.toSorted((one, other) => Number(one) - Number(other)).map((key) => plain(branch.get(key) ?? []))
  return Object.fromEntries(keys.map((key) => [key, plain(branch.get(key) ?? [])]))
}
