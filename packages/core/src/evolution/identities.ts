// Identities of names across versions: every thing has a fixed identity, and the names that it has had. They are stored
// in the database for its tables, and in a file beside the text for its meaning.

export interface Identities {
  readonly format: 1
  /** The newest version with settled names. */
  readonly version: number
  /** By identity, which is the thing's first name: the version since which it has each name; null: removed. */
  readonly things: Readonly<Record<string, Names>>
}

type Names = readonly (readonly [since: number, name: string | null])[]

/** Names of one version by their names in the previous one, in the form of names.ts. */
export type Renamed = ReadonlyMap<string, string>

const NOTHING: Identities = { format: 1, version: 0, things: {} }

/**
 * The identities of the next version. Until it is `settled`, it is still being written: additions and removals in it
 * leave no trace.
 */
export function advance(
  before: Identities | null,
  names: readonly string[],
  renamed: Renamed,
  isSettled: boolean,
): Identities {
  const { version, things } = before ?? NOTHING
  const now = version + 1
  const wanted = new Set(names)
  const next = new Map<string, Names>()
  for (const [identity, had] of Object.entries(things)) {
    const settled = had.filter(([since]) => since < now)
    // A part that was removed or renamed in this version may return.
    const isOpen = had.some(([since]) => since === now)
    const name = nameIn(had) ?? (isOpen ? nameIn(settled) : null)
    const former = isOpen ? nameIn(settled) : null
    const candidates = name === null ? [] : [renamed.get(name) ?? name, name, ...(former === null ? [] : [former])]
    const found = candidates.find((candidate) => wanted.has(candidate)) ?? null
    if (found !== null) wanted.delete(found)
    const names = nameIn(settled) === found ? settled : [...settled, [now, found] as const]
    if (names.length > 0 && !(settled.length === 0 && found === null)) next.set(identity, names)
  }
  for (const name of wanted) next.set(newIdentity(name, next), [[now, name]])
  const sorted = Object.fromEntries([...next].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
  const isChanged = Object.values(sorted).some((had) => had.some(([since]) => since === now))
  return { format: 1, version: isSettled && isChanged ? now : version, things: sorted }
}

function nameIn(names: Names): string | null {
  return names.at(-1)?.[1] ?? null
}

/** A reused name gets an identity of its own. */
function newIdentity(name: string, taken: ReadonlyMap<string, unknown>): string {
  if (!taken.has(name)) return name
  for (let number = 2; ; number++) if (!taken.has(`${name} #${number}`)) return `${name} #${number}`
}

/** Name of each part of one in the other. */
export function renamedBetween(before: Identities, after: Identities): Map<string, string> {
  const renamed = new Map<string, string>()
  for (const [identity, had] of Object.entries(before.things)) {
    const [from, to] = [nameIn(had), nameIn(after.things[identity] ?? [])]
    if (from !== null && to !== null && from !== to) renamed.set(from, to)
  }
  return renamed
}

/** One line per thing, so that concurrent changes conflict only if they concern the same thing. */
export function printIdentities({ version, things }: Identities): string {
  const lines = Object.entries(things).map(
    ([identity, names]) => `    ${JSON.stringify(identity)}: ${JSON.stringify(names)}`,
  )
  return `{\n  "format": 1,\n  "version": ${version},\n  "things": {\n${lines.join(',\n')}\n  }\n}\n`
}

/** Null: the text is not such a file. */
export function readIdentities(text: string): Identities | null {
  let found: unknown
  try {
    found = JSON.parse(text)
  } catch {
    return null
  }
  return isIdentities(found) ? found : null
}

export function isIdentities(found: unknown): found is Identities {
  if (typeof found !== 'object' || found === null) return false
  const { format, version, things } = found as Record<string, unknown>
  if (format !== 1 || !Number.isSafeInteger(version) || typeof things !== 'object' || things === null) return false
  return Object.values(things).every(
    (names) =>
      Array.isArray(names) &&
      names.every(
        (each) =>
          Array.isArray(each) &&
          Number.isSafeInteger(each[0]) &&
          (each[1] === null || typeof each[1] === 'string') &&
          each.length === 2,
      ),
  )
}

/** Names that stand for different things in the two versions. */
export function replacedBetween(before: Identities, after: Identities): string[] {
  const now = new Map(Object.entries(after.things).flatMap(([identity, had]) => living(identity, had)))
  return Object.entries(before.things)
    .flatMap(([identity, had]) => living(identity, had))
    .flatMap(([name, identity]) => (now.has(name) && now.get(name) !== identity ? [name] : []))
}

function living(identity: string, names: Names): [string, string][] {
  const name = nameIn(names)
  return name === null ? [] : [[name, identity]]
}
