// The navigation of the examples: the numbers and groups that follow from their texts.

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { FIELDS } from '../../check/specification-for-tests.ts'
import { compile } from '../../compile.ts'
import { operationsOf } from '../calls/calls.ts'
import { countedList, openRoleOf } from './navigation.ts'
import { landingScreen } from './landing.ts'
import { mayOpen } from './open-screens.ts'

const LABORATORY = '../packages/server/src/testing/texts/laboratory.md'

function navigationOf(example: string, role: string, ...others: readonly string[]) {
  const name = example.endsWith('.md') ? example : `${example}/app.md`
  const text = readFileSync(new URL(`../../../../../examples/${name}`, import.meta.url), 'utf8')
  const { model } = compile(text)
  if (model === null) return expect.fail(`"${example}" has errors.`)
  const includes = model.roles.roles.find(({ name }) => name === role)?.includes ?? []
  const caller = { roles: new Set([role, ...includes, ...others]), isSignedIn: true }
  const scope = { model, caller, operations: operationsOf(model) }
  const routes = new Map(model.screens.routes.map((route) => [route.screen, route.parameters.length]))
  const screens = model.screens.screens.filter((screen) => routes.get(screen.name) === 0 && mayOpen(scope, screen))
  return {
    counted: screens.filter((screen) => countedList(scope, screen) !== null).map(({ name }) => name),
    open: screens.flatMap((screen) => {
      const group = openRoleOf(model, caller, screen)
      return group === null ? [] : [`${group}: ${screen.name}`]
    }),
    landing: landingScreen(
      model,
      caller,
      screens.map(({ name }) => name),
    ),
  }
}

it('counts lists that wait for something, and puts screens for everybody last', () => {
  expect(navigationOf('helpdesk', 'Agent')).toEqual({
    counted: ['Queue'],
    open: ['Requester: My tickets'],
    landing: 'Queue',
  })
  expect(navigationOf('shop', 'Manager')).toEqual({
    counted: ['Orders'],
    open: ['Customer: Shop', 'Customer: Cart', 'Customer: Checkout', 'Customer: My orders'],
    landing: 'Dashboard',
  })
})

it('has no group for those who have nothing else', () => {
  expect(navigationOf('helpdesk', 'Requester')).toEqual({ counted: [], open: [], landing: 'My tickets' })
})

it('leads people to the first screen for their most specific role', () => {
  expect(navigationOf('crm', 'Manager').landing).toBe('Dashboard')
  expect(navigationOf('crm', 'Rep').landing).toBe('My day')
  // A technician has signed up as a client before.
  expect(navigationOf(LABORATORY, 'Technician', 'Client').landing).toBe('Bench')
  expect(navigationOf(LABORATORY, 'Client').landing).toBe('My samples')
})

const OPEN = `# Specification: Clinic

**Ninefold:** 1

## 2. Screens and routes

| Route | Screen | Parameter |
| --- | --- | --- |
| \`/\` | Welcome | none |
| \`/doctors\` | Doctors | none |
| \`/mine\` | My health | none |

### Screen: Welcome

- **Who:** Guest
- **Text:** "We are open."

### Screen: Doctors

- **Who:** Guest, Patient
- **Text:** "Four of them."

### Screen: My health

- **Who:** Patient
- **Text:** "You are well."

## 3. Entities and their fields

### Entity: User

${FIELDS}
| email | email | required, unique | | |
| password | password 10 to 200 | required, hidden | | |

## 6. Roles and permissions

### Signing in

- **Users are:** User
- **Sign in with:** email and password
- **Session:** cookie, ends 30 days after last use
- **Sign up:** open, gives Patient

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |
| Patient | INCLUDED | by signing up |
| Head | Patient | from a Head |
`

it.each(['', 'Guest'])('calls screens by a role that they are for, with "%s" in the role of signing up', (included) => {
  const { model } = compile(OPEN.replace('INCLUDED', included))
  if (model === null) return expect.fail('The text has errors.')
  const head = { roles: new Set(['Head', 'Patient', included].filter((name) => name !== '')) }
  expect(model.screens.screens.map((screen) => openRoleOf(model, head, screen))).toEqual([
    'Guest',
    'Patient',
    'Patient',
  ])
})
