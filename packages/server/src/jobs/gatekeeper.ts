// A gate for work: open, or closed while the tables are migrated.

export class Gatekeeper {
  private running = 0
  private held: Promise<void> | null = null
  private whenEmpty: (() => void) | null = null

  async pass(work: () => Promise<void>): Promise<void> {
    while (this.held !== null) await this.held
    this.running++
    try {
      await work()
    } finally {
      this.running--
      if (this.running === 0) this.whenEmpty?.()
    }
  }

  /** Waits for running work. Returns the function that opens the gate again. */
  async hold(): Promise<() => void> {
    let open = (): void => {}
    this.held = new Promise((resolve) => {
      open = resolve
    })
    if (this.running > 0)
      await new Promise<void>((resolve) => {
        this.whenEmpty = resolve
      })
    this.whenEmpty = null
    return () => {
      this.held = null
      open()
    }
  }
}
