// The person who is signed in, as the browser is told of them.

export interface Caller {
  readonly id: string
  readonly label: string
  readonly roles: readonly string[]
}

/** Of the sample data, with the password that stands in the text. */
export interface AppSampleUser {
  readonly label: string
  readonly roles: readonly string[]
  readonly identifier: string
  readonly password: string
}
