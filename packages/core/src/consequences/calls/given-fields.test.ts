// N712: fields that steps copy although no caller may set them; and the hint works.

import { expect, it } from 'vitest'
import { FIELDS, members } from '../../check/specification-for-tests.ts'
import { compile } from '../../compile.ts'

interface World {
  /** Rows of point 6. */
  readonly permissions: string
  readonly performers?: string
  readonly who?: string
}

function world({ permissions, performers = 'Member', who = 'Member' }: World): string {
  return `# Wards

## 3. Entities and their fields

### Entity: Person

${FIELDS}
| email | email | required, unique ignoring case | | |
| password | password 10 to 200 | required, hidden | | |

### Entity: Patient

${FIELDS}
| name | text up to 80 | required | | |
| ward | text up to 20 | | | |
| status | state | | | |

## 4. States and transitions

### States of Patient.status

| State | Means | Kind |
| --- | --- | --- |
| here | here | initial |
| moved | elsewhere | |

| Transition | From | To | Who | Only if | Then |
| --- | --- | --- | --- | --- | --- |
| move | here | moved | ${performers} | | |

### Transition: Patient move

| Input | Like | Needed |
| --- | --- | --- |
| ward | Patient.ward | yes |

1. change patient with given ward

## 6. Roles and permissions

${members('Person')}
| Nurse | Member | from a Nurse; the first user who signs up |
| Cook | | from a Nurse |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | create | Person | | email, password |
| Member | see | Patient | | all |
| Member | create, change | Patient | | name |
${permissions}

## 7. The calls it makes

### POST /patients — Take in

- **Who:** ${who}

| Input | Like | Needed |
| --- | --- | --- |
| name | Patient.name | yes |
| bed | Patient.ward | no |

1. create Patient as patient with given name, given bed as ward
2. respond 201 with \`{"id": patient.id}\`
`
}

function told(text: string): string[] {
  const { diagnostics } = compile(text)
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  return diagnostics.flatMap(({ number, message, span }) =>
    number === 'N712' ? [`${text.slice(span.start, span.end)}: ${message}`] : [],
  )
}

/** The rows in the hint: "… by the row | Member | change | Patient | | ward |." */
function rowsOfHints(text: string): string[] {
  const { diagnostics } = compile(text)
  return diagnostics.flatMap(({ number, hint }) =>
    number === 'N712' ? [/\| .* \|/.exec(hint ?? '')?.[0] ?? expect.fail(`No row: ${hint}`)] : [],
  )
}

const BY_OTHERS = world({ permissions: '| Cook | create | Patient | | ward |' })

it('tells of a field that others than the callers may give', () => {
  expect(told(BY_OTHERS)).toEqual([
    'ward: No role that may do "move" may change the "ward" of a Patient.',
    'ward: No role that may use this call may give a new Patient its "ward".',
  ])
})

it('says nothing once its hint is followed', () => {
  const rows = rowsOfHints(BY_OTHERS)
  expect(rows).toEqual(['| Member | change | Patient | | ward |', '| Member | create | Patient | | ward |'])
  expect(told(world({ permissions: rows.join('\n') }))).toEqual([])
})

it('tells once of a field of a call that nobody at all may give', () => {
  expect(told(world({ permissions: '| Nurse | change | Patient | | ward |', performers: 'Nurse' }))).toEqual([
    'ward: No permission lets a role give a new Patient its "ward".',
  ])
})

it('says nothing where some of the callers may give it, and where the step is not theirs', () => {
  const byNurses = '| Nurse | create, change | Patient | | ward |'
  expect(told(world({ permissions: byNurses, performers: 'Nurse', who: 'Nurse' }))).toEqual([])
  // The role Nurse includes Member and its rights.
  expect(told(world({ permissions: byNurses }))).toEqual([])
  const called = world({ permissions: '| Nurse | create | Patient | | ward |', performers: 'call only', who: 'Nurse' })
  expect(told(called)).toEqual([])
})
