// Cookies of the application. A service worker can neither set nor read the browser's cookies, so they are kept here,
// for a single host.

export class Cookies {
  private readonly kept: Map<string, string>
  private readonly changed: (all: Readonly<Record<string, string>>) => void

  constructor(kept: Readonly<Record<string, string>>, changed: (all: Readonly<Record<string, string>>) => void) {
    this.kept = new Map(Object.entries(kept))
    this.changed = changed
  }

  /** The value of the `Cookie` header. Null: no cookies. */
  get header(): string | null {
    return this.kept.size === 0 ? null : [...this.kept].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  /** `line`: the value of a `Set-Cookie` header. */
  take(line: string): void {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
    const name = pair.slice(0, pair.indexOf('='))
    if (attributes.some(isOver)) this.kept.delete(name)
    else this.kept.set(name, pair.slice(name.length + 1))
    this.changed(Object.fromEntries(this.kept))
  }
}

function isOver(attribute: string): boolean {
  const [name = '', value = ''] = attribute.split('=')
  if (name.toLowerCase() === 'max-age') return Number(value) <= 0
  return name.toLowerCase() === 'expires' && Date.parse(value) <= Date.now()
}
