// `open Ticket` below a list against the rights of point 6: N227 if a role sees the rows and may open the screen, but
// never sees the field in its address. Such rows silently do nothing.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import { isFalse } from '../../expression/conditions.ts'
import type { Action, Block, Route, Screen } from '../../model/screens.ts'
import { grantsOf, type CallerRoles, visibleField, visibleRecords } from '../../rights/roles.ts'
import { enumerated } from '../../text/enumeration.ts'
import { intersects, leastRoles, plainRoleOf, type Considering } from '../considering.ts'

type RouteParameter = Route['parameters'][number]

interface Viewer {
  readonly role: string
  readonly caller: CallerRoles
}

export function warnAboutRowsThatOpenNothing(of: Considering): void {
  for (const screen of of.model.screens.screens) {
    if (screen.isProvisional) continue
    for (const block of screen.blocks) for (const action of block.actions) warnAbout(of, screen, block, action)
  }
}

function warnAbout(of: Considering, screen: Screen, block: Block, action: Action): void {
  if (block.kind !== 'list' || action.kind !== 'open') return
  const target = of.model.screens.screens.find(({ name }) => name === action.screen)
  const route = of.model.screens.routes.find((each) => each.screen === action.screen)
  if (target === undefined || route === undefined) return
  for (const parameter of route.parameters) {
    if (parameter.entity !== block.entity) continue
    const blind = viewersOf(of, screen, block, target).filter(({ caller }) => isUnseen(of, caller, parameter))
    const roles = leastRoles(
      of,
      blind.map(({ role }) => role),
    )
    const first = blind.find(({ role }) => role === roles[0])
    if (first === undefined) continue
    const { entity, field } = parameter
    const names = enumerated(roles)
    const found = diagnostic('N227', action.span, names, target.name, `${entity}.${field}`)
    const row = grantsOf(of.model, first.caller, entity, 'see')[0]?.permission.span
    of.found.push(
      (row === undefined ? found : found.because(row, `This row lets ${first.role} see ${entity}.`)).withHint(
        `Add "${field}" to the Fields that ${names} may see, or make the address of a field that they see.`,
      ),
    )
  }
}

/** Roles that see the list and may open the screen of its rows. */
function viewersOf(of: Considering, screen: Screen, block: Block, target: Screen): Viewer[] {
  const viewers = of.model.roles.roles.map(({ name, isGuest }) => {
    const roles = of.included.get(name) ?? new Set([name])
    return { role: name, caller: { roles, isSignedIn: !isGuest } }
  })
  const isFor = (who: Screen['who'], roles: ReadonlySet<string>): boolean =>
    who === null ||
    intersects(
      roles,
      who.map((performer) => plainRoleOf(of, performer)),
    )
  return viewers.filter(({ caller: { roles } }) =>
    [screen.who, block.forRoles, target.who].every((who) => isFor(who, roles)),
  )
}

function isUnseen({ model }: Considering, caller: CallerRoles, { entity, field }: RouteParameter): boolean {
  return !isFalse(visibleRecords(model, caller, entity)) && isFalse(visibleField(model, caller, entity, field))
}
