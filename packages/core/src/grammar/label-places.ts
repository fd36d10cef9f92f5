// A label → the headings below which it is valid, for an author who used it elsewhere.

import { LABELS } from './labels.ts'

const HEADINGS: Readonly<Record<keyof typeof LABELS, string>> = {
  preamble: 'the title of the text',
  purpose: '"## 1. What the product does and for whom"',
  screen: '"### Screen: NAME"',
  document: '"### Document: NAME of ENTITY"',
  entities: '"## 3. Entities and their fields"',
  entity: '"### Entity: NAME"',
  machine: '"### States of ENTITY.FIELD"',
  roles: '"## 6. Roles and permissions"',
  signingIn: '"### Signing in"',
  provider: '"### OpenID provider: NAME"',
  calls: '"## 7. The calls it makes"',
  call: 'the heading of a call, "### METHOD /path"',
  message: '"### Message: NAME"',
  service: '"### Outside service: NAME"',
  schedule: '"### Schedule: NAME"',
  errors: '"## 8. The error catalogue"',
  limits: '"## 9. Business constants and limits"',
}

/** Empty: no place has such a label. Labels of later versions are not suggested. */
export function headingsOf(label: string): string[] {
  const places = Object.keys(LABELS) as (keyof typeof LABELS)[]
  return places.flatMap((place) => {
    const known = Object.entries(LABELS[place]).find(([name]) => name === label)?.[1]
    return known === undefined || known.isLater ? [] : [HEADINGS[place]]
  })
}
