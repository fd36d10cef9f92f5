// A fair queue: addresses take turns, and sessions of one address take turns, so that a client with many requests
// delays only itself.

export interface Waiting {
  readonly address: string
  readonly session: string
}

type Line<Item> = Map<string, Item[]>

export class FairQueue<Item extends Waiting> {
  private readonly lines = new Map<string, Line<Item>>()
  private count = 0

  get size(): number {
    return this.count
  }

  add(item: Item): void {
    const line = this.lines.get(item.address) ?? new Map<string, Item[]>()
    this.lines.set(item.address, line)
    const items = line.get(item.session)
    if (items === undefined) line.set(item.session, [item])
    else items.push(item)
    this.count += 1
  }

  /** The next item. Its address and its session move to the end. */
  next(): Item | undefined {
    const [address, line] = first(this.lines)
    const [session, items] = first(line)
    const item = items?.shift()
    if (address === undefined || line === undefined || session === undefined || items === undefined) return undefined
    this.lines.delete(address)
    line.delete(session)
    if (items.length > 0) line.set(session, items)
    if (line.size > 0) this.lines.set(address, line)
    this.count -= 1
    return item
  }

  /** Drops the latest item of the longest session of the longest address. */
  dropOfLongest(): Item | undefined {
    const line = longest([...this.lines.values()], (each) => sum([...each.values()]))
    const item = longest([...(line?.values() ?? [])], (each) => each.length)?.at(-1)
    if (item !== undefined) this.remove(item)
    return item
  }

  remove(item: Item): void {
    const line = this.lines.get(item.address)
    const items = line?.get(item.session)
    const at = items?.indexOf(item) ?? -1
    if (line === undefined || items === undefined || at < 0) return
    items.splice(at, 1)
    this.count -= 1
    if (items.length === 0) line.delete(item.session)
    if (line.size === 0) this.lines.delete(item.address)
  }
}

function first<Value>(map: ReadonlyMap<string, Value> | undefined): readonly [string, Value] | readonly [] {
  for (const entry of map ?? []) return entry
  return []
}

function sum(groups: readonly (readonly unknown[])[]): number {
  return groups.reduce((total, group) => total + group.length, 0)
}

function longest<Group>(groups: readonly Group[], lengthOf: (group: Group) => number): Group | undefined {
  return groups.reduce<Group | undefined>(
    (most, group) => (most === undefined || lengthOf(group) > lengthOf(most) ? group : most),
    undefined,
  )
}
