// The role or the user that an author has chosen with `/_ninefold/view-as`, for each session, with the name of the
// original user. Kept in memory only.

export class ImpersonatedRoles {
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
