// Through whose eyes a session sees while a specification is written, as `/_ninefold/view-as` has said: a role in place
// of the user's own, and what whoever they were before is called. It is forgotten with the process.

export class SeenRoles {
  private readonly roles = new Map<string, string>()
  private readonly labels = new Map<string, string>()

  roleOf(token: string): string | null {
    return this.roles.get(token) ?? null
  }

  see(token: string, role: string): void {
    this.roles.set(token, role)
  }

  forget(token: string): void {
    this.roles.delete(token)
  }

  /** The name of the session's user. */
  call(token: string, label: string): void {
    this.labels.set(token, label)
  }

  labelOf(token: string): string | null {
    return this.labels.get(token) ?? null
  }
}
