// The person who is signed in, as the browser is told of them.

export interface Caller {
  readonly id: string
  readonly label: string
  readonly roles: readonly string[]
}
