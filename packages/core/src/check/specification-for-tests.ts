// Parts that the specifications of many tests have in common, and that none of these tests is about.

/** The head of a table of fields. */
export const FIELDS = '| Field | Type | Rules | Default | Meaning |\n| --- | --- | --- | --- | --- |'

/** Whoever signs up is a Member; the users are records of `entity`, which has an `email` and a `password`. */
export function members(entity: string): string {
  return `### Signing in

- **Users are:** ${entity}
- **Sign in with:** email and password
- **Session:** cookie, ends 30 days after last use
- **Sign up:** open, gives Member

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |
| Member | | by signing up |`
}
