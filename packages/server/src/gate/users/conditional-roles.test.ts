// A role by a condition on the user appears and disappears with the record, at once.

import { expect, it } from 'vitest'
import { runApplication } from '../../testing/running-application.ts'

const TEXT = `# Shop

## 3. Entities and their fields

### Entity: User

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| email | email | required, unique | | |
| password | password 10 to 200 | required, hidden | | |
| department | choice: sales, support | | | |

### Entity: Order

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| title | text | required | | |

## 6. Roles and permissions

### Signing in

- **Users are:** User
- **Sign in with:** email and password
- **Session:** cookie, ends 1 day after last use, at the latest 7 days after sign-in
- **Sign up:** open, gives Member

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |
| Member | | by signing up |
| Seller | Member | when \`department == "sales"\` |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | create | User | | email, password, department |
| Member | see | User | \`id == me.id\` | all |
| Member | change | User | \`id == me.id\` | department |
| Seller | see, create | Order | | title |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Order | \`/api/orders\` | list, create | id | everything visible |
| User | \`/api/users\` | list, change | id | everything visible |
`

it('follows the condition at every request', async () => {
  await using shop = await runApplication(TEXT)
  const seller = await shop.signUp({ email: 'a@example.com', password: 'correct horse', department: 'sales' })
  expect((await seller.post('/api/orders', { title: 'Tea' })).status).toBe(201)
  const [user] = (await seller.get('/api/users')).body.items
  expect((await seller.patch(`/api/users/${user.id}`, { department: 'support' })).status).toBe(200)
  expect((await seller.post('/api/orders', { title: 'Milk' })).status).toBe(403)
})
