import { compile } from '@ninefold/core/compile.ts'
import { expect, it } from 'vitest'
import { refuseUnfitSecrets, webhooksFrom } from './webhooks-out.ts'

const SECRET = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
const { model } = compile(`# Shop

**Ninefold:** 1

## 3. Entities and their fields

### Entity: Order

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| title | text up to 80 | required, unique | | |

## 6. Roles and permissions

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see, create | Order | | all |

## 7. The calls it makes

### POST /api/orders — Order

- **Who:** Guest

| Input | Like | Needed |
| --- | --- | --- |
| title | Order.title | yes |

1. create Order as order with given title
2. send Ordered
3. respond 204

### Messages

| Message | By | To | Subject | Body |
| --- | --- | --- | --- | --- |
| Ordered | webhook, signed with HOOK | \`"https://hooks.example"\` | Ordered | {order.title} |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Secrets | HOOK, OTHER |
`)

it('begins only with secrets that are some, and asks nothing of those that sign nothing', () => {
  expect(() => refuseUnfitSecrets(model!, 'app.md', { HOOK: SECRET, OTHER: 'anything' })).not.toThrow()
  for (const HOOK of ['', 'word', 'whsec_', `${SECRET} word`])
    expect(() => refuseUnfitSecrets(model!, 'app.md', { HOOK }), HOOK).toThrow('app.md signs messages with HOOK')
})

it('reads the hosts that may be reached, and refuses what is none', () => {
  for (const hosts of ['', 'hooks.internal', 'HOOKS.internal:8443, 10.0.0.7', '[::1]:80', 'a,'])
    expect(() => webhooksFrom({ WEBHOOK_HOSTS: hosts }, false), hosts).not.toThrow()
  for (const hosts of ['http://hooks.internal', 'a b', '*', 'a:b', 'user@host'])
    expect(() => webhooksFrom({ WEBHOOK_HOSTS: hosts }, false), hosts).toThrow('WEBHOOK_HOSTS has')
})
