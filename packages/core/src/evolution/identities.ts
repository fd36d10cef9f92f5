// Which name is which thing, from version to version: every thing has an identity that stays, and the names that it
// has had. It is kept in the database of what the tables hold, and in a file beside the text of what the text means.

export interface Identities {
  readonly format: 1
  /** The newest version whose names are settled. */
  readonly version: number
  /** By identity, which is the first name that the thing had: since which version it has which name; null: it is gone. */
  readonly things: Readonly<Record<string, Names>>
}

type Names = readonly (readonly [since: number, name: string | null])[]

/** Names of one version that were others in the version before, both as in names.ts. */
export type Renamed = ReadonlyMap<string, string>

const NOTHING: Identities = { format: 1, version: 0, things: {} }

/**
 * The identities of the next version. Until it is `settled`, the next one is still being written: what came and went in
 * it was never there.
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
    // A part that was removed or renamed in this version may be as before again.
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

/** A name that something else had once is no reason to take one for the other. */
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

/** One line for each thing, so that two people's changes meet only where they are about the same thing. */
export function printIdentities({ version, things }: Identities): string {
  const lines = Object.entries(things).map(
    ([identity, names]) => `    ${JSON.stringify(identity)}: ${JSON.stringify(names)}`,
  )
  return `{\n  "format": 1,\n  "version": ${version},\n  "things": {\n${lines.join(',\n')}\n  }\n}\n`
}

/** Null: the text is no such file. */
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

/** Names that are one thing in one and another thing in the other. */
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
