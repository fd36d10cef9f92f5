// Common parts of specifications in tests, which are not what these test.

/** The head of a table of fields. */
export const FIELDS = '| Field | Type | Rules | Default | Meaning |\n| --- | --- | --- | --- | --- |'

/** A user who signs up is a Member; the users are records of `entity`, which has an `email` and a `password`. */
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

interface AroundSigningIn {
  /** Inserted before the part "Signing in". */
  readonly above?: string
  readonly session?: string
  /** More labelled lines of "Signing in", each with its line end. */
  readonly lines?: string
  /** Members may change users, also in the standard calls. */
  readonly mayChange?: boolean
  /** Points after the calls. */
  readonly below?: string
}

/** A whole specification of users, for lines of point 6: a Member signs up; an Admin is a Member who gives roles. */
export function usersText({
  above = '',
  session = 'cookie',
  lines = '',
  mayChange = false,
  below = '',
}: AroundSigningIn): string {
  const change = mayChange ? ', change' : ''
  return `# Example

**Ninefold:** 1

## 3. Entities and their fields

### Entity: User

${FIELDS}
| email | email | required, unique ignoring case | | |
| password | password 10 to 200 | required, hidden | | |

## 6. Roles and permissions

${above}

### Signing in

- **Users are:** User
- **Sign in with:** email and password
- **Session:** ${session}, ends 30 days after last use
- **Sign up:** open, gives Member
${lines}
### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |
| Member | | by signing up |
| Admin | Member | from an Admin; the first user who signs up |

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | create | User | | email, password |
| Member | see${change} | User | | id, email |
| Admin | give roles | User | | |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| User | \`/api/users\` | list${change} | id | everything visible |
${below}`
}
