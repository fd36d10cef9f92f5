// `ninefold invite FILE ROLE` → a link that makes one person a user with the role.

import { suppliedWords } from '@ninefold/core/contract/words/refusal-language.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import {
  type InvitationProblem,
  invitationProblem,
  invite as makeInvitation,
} from '@ninefold/server/gate/users/invitations.ts'
import { bringEngineTables } from '@ninefold/server/store/migrate/migrate.ts'
import { type PlaceOptions, withPlaceOpened } from '../evolution/open-database.ts'
import { EXIT, Stop } from '../terminal/exit.ts'
import { modelOf } from '../model-of.ts'
import { readNamedSpecification } from '../specification-of.ts'
import { counted } from '../terminal/terminal.ts'

export interface InviteOptions extends PlaceOptions {
  /** `field=value`, for fields of the new user. */
  readonly with: readonly string[]
  readonly days: number
  /** Public address of the application, such as `https://help.example.com`. */
  readonly address?: string
}

const DAY_MS = 24 * 60 * 60_000

export async function invite(file: string, role: string, options: InviteOptions): Promise<void> {
  const model = modelOf(await readNamedSpecification(file), 'used')
  const origin = originFor(model, options.address)
  const invitation = { role, given: Object.fromEntries(options.with.map(fieldAndValue)) }
  const problem = invitationProblem(model, invitation)
  if (problem !== null) throw new Stop(inWords(problem, invitation.role), EXIT.refused)
  await withPlaceOpened(file, options, 'as it is', async (database) => {
    await bringEngineTables(database.pool)
    const link = await makeInvitation(database, invitation, options.days * DAY_MS)
    process.stdout.write(`${origin}${link}\n`)
    process.stderr.write(
      `This link creates one user with the role "${role}". It is valid once, within ${counted(options.days, 'day')}.\n`,
    )
  })
}

function originFor({ limits }: Model, given: string | undefined): string {
  if (given === undefined) {
    if (limits.publicAddress !== null) return limits.publicAddress.origin
    throw new Stop(
      'The address of the application is missing. State it with --address https://…, or as the setting "Public address" of point 9.',
    )
  }
  if (URL.canParse(given) && ['http:', 'https:'].includes(new URL(given).protocol)) return new URL(given).origin
  throw new Stop(`--address is where the application is reached, such as https://help.example.com, and not ${given}.`)
}

function fieldAndValue(words: string): [string, string] {
  const at = words.indexOf('=')
  if (at > 0) return [words.slice(0, at), words.slice(at + 1)]
  throw new Stop(`--with takes a field and its value, such as --with email=ada@example.com, and not ${words}.`)
}

function inWords(problem: InvitationProblem, role: string): string {
  switch (problem.kind) {
    case 'no sign-in':
      return 'This application has no sign-in, so users cannot be invited to it.'
    case 'no such role':
      return `"${role}" is no role that a person can be given. Roles are: ${problem.roles.join(', ')}.`
    case 'wrong field':
      return problem.refusals
        .map(({ input, error, limit }) => {
          const words = suppliedWords(error, 'en').replaceAll('{field}', input).replaceAll('{limit}', String(limit))
          return `${input}: ${words}`
        })
        .join('\n')
    case 'missing references':
      return `${problem.fields.join(', ')}: an invited person sees no records to choose from. Give the id with --with ${problem.fields[0]}=….`
  }
}
