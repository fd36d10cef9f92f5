// For tests: a small library specification with everything except the tested part of point 7.

import { FIELDS } from '../specification-for-tests.ts'

const BEFORE = `# Library

**Ninefold:** 1

## 3. Entities and their fields

**Every entity has:** id as a counting number, createdAt, version

### Entity: User

${FIELDS}
| name | text up to 80 | required, unique | | |
| email | email | required, unique | | |
| password | password 8 to 128 | required, hidden | | |

### Entity: Book

${FIELDS}
| shelfmark | text up to 20 | required, unique | | |
| title | text up to 200 | required | | |
| status | state | | | |
| holder | User | | | |
| cover | file up to 5 MB | | | |
| readers | list of User | | | |
| loans | list of Loan via book | | | |

### Entity: Loan

${FIELDS}
| book | Book | required, deleted together | | |
| since | date | required | \`today\` | |

### Sample data: User

| name | email | password | roles |
| --- | --- | --- | --- |
| Ada Librarian | ada@example.test | correct-horse | Librarian |
| Rob Reader | rob@example.test | correct-horse | Reader |

## 4. States and transitions

### States of Book.status

| State | Means | Kind |
| --- | --- | --- |
| shelved | | initial |
| lent | | |

| Transition | From | To | Who | Only if | Then |
| --- | --- | --- | --- | --- | --- |
| lend | shelved | lent | Librarian | | |
| take back | lent | shelved | Librarian, the clock | | |

| Clock | Does | Runs |
| --- | --- | --- |
| end | take back | \`30 days\` after entering lent |

## 6. Roles and permissions

### Signing in

- **Users are:** User
- **Sign in with:** email and password
- **Session:** header \`Authorization: Token <token>\`, ends 60 days after sign-in

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |
| Reader | Guest | by signing up |
| Librarian | Reader | the first user who signs up |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Reader | see | User | | name, email |
| Librarian | create | User | | name, email, password |
| Guest | see | Book | | shelfmark, title, status |
| Reader | see | Book | | all |
| Librarian | create, change | Book | | all |
| Librarian | add, remove | Book.readers | | |
| Librarian | see, create, change, delete | Loan | | all |

## 7. The calls it makes

### Shape: BookView of Book

| Key | Value |
| --- | --- |
| shelfmark | \`shelfmark\` |
| title | \`title\` |

### GET /api/books/:shelfmark — Book

- **Who:** Guest

1. find book in Book where \`shelfmark == path.shelfmark\` or fail NO_BOOK
2. respond 200 with \`BookView(book)\`

`

export function library(calls: string, codes = ''): string {
  return `${BEFORE}${calls}

## 8. The error catalogue

| Code | Status | About | Message |
| --- | --- | --- | --- |
| NO_BOOK | 404 | book | There is no such book. |
${codes}`
}

export const FIND = '1. find book in Book where `shelfmark == path.shelfmark` or fail NO_BOOK'

export function call(
  lines: string,
  heading = 'POST /api/books/:shelfmark/it — It',
  who = '- **Who:** Librarian',
): string {
  return `### ${heading}\n\n${who}\n\n${lines}`
}
