// A condition reveals nothing only to those who see everything that it reads.

import { describe, expect, it } from 'vitest'
import { compile } from '../compile.ts'
import { isFalse, isTrue, meaningKey } from '../expression/conditions.ts'
import type { Model } from '../model/model.ts'
import { everythingReadVisible } from './everything-read.ts'
import { seeing } from './readable.ts'
import { FIELDS } from '../check/specification-for-tests.ts'

const TEXT = `# Cases

## 3. Entities and their fields

### Entity: Person

${FIELDS}
| name | text | required | | |
| email | email | required, unique | | |
| password | password 10 to 200 | required, hidden | | |

### Entity: Case

${FIELDS}
| title | text | required | | |
| risk | whole number | required | 0 | |
| helper | Person | cleared on deletion | | |
| client | Person | required, deleted together | \`me\` | |
| status | state | | | |
| remarks | list of Remark via case | | | |

### Entity: Remark

- **Part of:** Case via case

${FIELDS}
| case | Case | required, set once | | |
| text | text | required | | |
| isInternal | yes/no | required | no | |

## 4. States and transitions

### States of Case.status

| State | Means | Kind |
| --- | --- | --- |
| open | somebody looks for a way | initial |
| closed | there is none | |

| Transition | From | To | Who | Only if | Then |
| --- | --- | --- | --- | --- | --- |
| by title | open | closed | Client, Helper | \`title != "x"\` | |
| by risk | open | closed | Client, Helper | \`title != "x" && risk > 5\` | |
| by remark | open | closed | Client, Helper | \`remarks.exists(r, r.text == "x")\` | |
| by count | open | closed | Client, Helper | \`remarks.size() > 2\` | |
| by name | open | closed | Client, Helper | \`helper != null && helper.name == "x"\` | |

## 6. Roles and permissions

### Signing in

- **Users are:** Person
- **Sign in with:** email and password
- **Session:** cookie, ends 30 days after last use
- **Sign up:** open, gives Client

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Client | | by signing up |
| Helper | | from a Helper; the first user who signs up |

| Role for a record | Entity | Must have | When |
| --- | --- | --- | --- |
| Owner | Case | Client | \`client == me\` |
| Own helper | Case | Helper | \`helper == me\` |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Owner | see | Case | | all except risk |
| Helper | see | Case | | all |
| Owner of case | see | Remark | \`!isInternal\` | all |
| Own helper of case | see | Remark | | all |
`

function modelOf(text: string): Model {
  const { model, diagnostics } = compile(text)
  if (model === null) throw new Error(diagnostics.map(({ message }) => message).join(' '))
  return model
}

const model = modelOf(TEXT)

function asked(transition: string, role: string): ReturnType<typeof everythingReadVisible> {
  const { guard } =
    model.states.machines[0]?.transitions.find(({ name }) => name === transition) ?? expect.fail('There is none.')
  const caller = { roles: new Set([role]), isSignedIn: true }
  return everythingReadVisible(seeing({ model, caller }, 'this'), guard ?? expect.fail('It has no condition.'))
}

describe('a condition on a record tells nothing new', () => {
  it('of fields that are seen wherever the record is', () => {
    for (const role of ['Client', 'Helper']) expect(isTrue(asked('by title', role))).toBe(true)
    expect(isTrue(asked('by risk', 'Helper'))).toBe(true)
  })

  it('unless a field is never seen', () => {
    expect(isFalse(asked('by risk', 'Client'))).toBe(true)
  })

  it('of what an empty field leads to, also behind a condition that it is not empty', () => {
    const condition = asked('by name', 'Client')
    expect(isFalse(condition)).toBe(false)
    expect(meaningKey(condition)).toContain('"field":"helper"')
  })

  it('of a list, where all that belongs to the record is seen', () => {
    // The remark's `case.helper == me` becomes `helper == me` of the case.
    for (const transition of ['by remark', 'by count']) {
      const condition = asked(transition, 'Helper')
      expect(isTrue(condition) || isFalse(condition)).toBe(false)
      expect(meaningKey(condition)).not.toContain('element')
      expect(meaningKey(condition)).toContain('"field":"helper"')
    }
  })

  it('unless something in the list may be hidden', () => {
    for (const transition of ['by remark', 'by count']) expect(isFalse(asked(transition, 'Client'))).toBe(true)
  })
})
