// The studios, with roles in each, where hosts or paths lead to them.

import { readFileSync } from 'node:fs'

const studiosBy = (part: string): string =>
  readFileSync(new URL('studios.md', import.meta.url), 'utf8')
    .replace(
      '| name | text up to 80 | required, unique | | |',
      '$&\n| slug | slug from name, numbered when taken | | | |',
    )
    .replace('at most 90 days', 'at most 90 days, also by OAuth')
    .replace('**Agents act as:**', `**Current tenant:** by ${part}, as slug\n**Agents act as:**`)

export const STUDIOS_BY_HOST = studiosBy('host')
export const STUDIOS_BY_PATH = studiosBy('path')
