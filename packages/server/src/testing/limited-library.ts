// A library with many limits and quotas.

import { FIELDS } from '@ninefold/core/check/specification-for-tests.ts'
export const LIMITED_LIBRARY = `# Branches

## 3. Entities and their fields

**Every entity has:** id as a random identifier, createdAt, createdBy, version

### Entity: User

${FIELDS}
| email | email | required, unique ignoring case | | |
| password | password 8 to 200 | required, hidden | | |
| looks | whole number 0 to 100 | | 3 | how often a minute |
| isLibrarian | yes/no | required | no | |

### Entity: Branch

${FIELDS}
| name | text up to 80 | required | | |
| shelves | whole number 0 to 500 | | | how many it has room for |

### Entity: Room

${FIELDS}
| branch | Branch | required, blocks deletion | | |

### Entity: Shelf

${FIELDS}
| branch | Branch | blocks deletion | | |
| room | Room | blocks deletion | | |
| note | text up to 80 | | | |

### Entity: Wish

${FIELDS}
| title | text up to 80 | required | | |

## 6. Roles and permissions

### Signing in

- **Users are:** User
- **Sign in with:** email and password
- **Session:** cookie, ends 30 days after last use
- **Sign up:** open, gives Reader

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |
| Reader | | by signing up |
| Librarian | Reader | when \`isLibrarian\` |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | create | User | | email, password |
| Guest | see | Wish | | all |
| Reader | see, change | User | \`id == me.id\` | all |
| Reader | see, create, change | Branch | | all |
| Reader | see, create, change | Room | | all |
| Reader | see, create, change, delete | Shelf | | all |
| Reader | see, create, delete | Wish | | all |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| User | \`/api/users\` | get, change | id | everything visible |
| Branch | \`/api/branches\` | list, get, create, change | id | everything visible |
| Room | \`/api/rooms\` | create, change | id | everything visible |
| Shelf | \`/api/shelves\` | list, create, change, delete | id | everything visible |
| Wish | \`/api/wishes\` | list, create, delete | id | everything visible |

### POST /api/sign-in

- **Who:** Guest

| Input | Like | Needed |
| --- | --- | --- |
| email | User.email | yes |
| password | text up to 200 | yes |

1. check password \`input.password\` of User as user where \`email == input.email\` or fail WRONG
2. sign in user
3. respond 204

### GET /api/pinned

- **Who:** Reader

1. respond 204

## 8. The error catalogue

| Code | Status | About | Message |
| --- | --- | --- | --- |
| WRONG | 422 | password | That is not right. |
| SLOWER | 429 | request | At most {looksOfAll} looks a minute, please. |
| FULL | 409 | branch | There is no room for another shelf. |

## 9. Business constants and limits

| Constant | Value | Used for |
| --- | --- | --- |
| looksOfAll | 10 | looking at shelves |

| Limit | On | Per | At most | Otherwise |
| --- | --- | --- | --- | --- |
| Looks | \`GET /api/shelves\` | everybody, 1 minute | \`looksOfAll\` | SLOWER |
| Own looks | \`GET /api/branches\` | user, 1 minute | \`me.looks\` | |
| Pinned | \`GET /api/pinned\` | Librarian, 1 minute | 2 | |
| Wishes seen | \`GET /api/wishes\` | address, 1 hour | 6 | |
| Tries | signing in | address, 15 minutes | 12 | |
| Tries of one | signing in | user, 15 minutes | 4 | |
| Room | Shelf | Branch | \`shelves\` | FULL |
| Room of a room | Shelf | room.branch | \`shelves\` | FULL |
| Wishes | Wish | user | 3 | |
| Wishes of a day | Wish | everybody, 1 day | 20 | |
`
