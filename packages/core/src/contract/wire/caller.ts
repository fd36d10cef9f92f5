// The signed-in person, for the browser.

export interface Caller {
  readonly id: string
  readonly label: string
  readonly roles: readonly string[]
}

/** A sample user, with the password in the text. */
export interface AppSampleUser {
  readonly label: string
  readonly roles: readonly string[]
  readonly identifier: string
  readonly password: string
}
