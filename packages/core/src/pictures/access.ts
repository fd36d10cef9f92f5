// Point 6, checked → how people get in, agents, and operators: each line of the text in words.

import type { Model } from '../model/model.ts'
import type { AnySignIn, RolesModel } from '../model/roles.ts'
import { signInOf } from '../model/users/sign-in-of.ts'
import type { Stated } from '../model/stated.ts'
import { timeInWords } from './times.ts'

export interface AccessInWords extends Stated {
  readonly name: string
  readonly how: string
}

/** Empty: no sign-in, no agents and no operators. */
export function accessInWords(model: Model): AccessInWords[] {
  const { agents, operators } = model.roles
  return [
    ...signInWays(model.roles),
    ...(agents === null ? [] : [{ name: 'Agents act as', how: agents.roles.join(', '), span: agents.span }]),
    ...(operators === null ? [] : [{ name: 'Operated by', how: operators.roles.join(', '), span: operators.span }]),
  ]
}

function signInWays(roles: RolesModel): AccessInWords[] {
  const { signIn, linkSignIn, callSignIn } = roles
  const any = signInOf(roles)
  if (any === null) return []
  if (callSignIn !== null)
    return [{ name: 'Sign in', how: `by calls, as a ${any.entity}`, span: any.span }, ...besideSigningIn(any)]
  const by = signIn !== null ? `${any.identifier} and ${signIn.password}` : linkSignIn !== null ? 'a link' : null
  return [
    ...(by === null ? [] : [{ name: 'Sign in', how: `with ${by} of ${any.entity}`, span: any.span }]),
    ...any.providers.map(({ name, span }) => ({ name: 'Sign in', how: `with ${name}`, span })),
    ...(any.hasPasskeys ? [{ name: 'Sign in', how: 'with a passkey', span: any.span }] : []),
    ...besideSigningIn(any),
  ]
}

function besideSigningIn({ apiKeys, secondFactor, terms }: AnySignIn): AccessInWords[] {
  const rows: AccessInWords[] = []
  if (apiKeys !== null) {
    const { roles, lengthMaxMs, alsoByOAuth, span } = apiKeys
    const also = alsoByOAuth ? ', also by OAuth' : ''
    rows.push({ name: 'API keys', how: `${roles.join(', ')}, at most ${timeInWords(lengthMaxMs)}${also}`, span })
  }
  if (secondFactor !== null) {
    const { requiredFor, span } = secondFactor
    const whom = requiredFor === 'everybody' ? requiredFor : requiredFor.join(', ')
    rows.push({ name: 'Second factor', how: `required for ${whom}`, span })
  }
  for (const { name, version, span } of terms)
    rows.push({ name: 'Terms', how: `${name}, version ${version}, before anything else`, span })
  return rows
}
